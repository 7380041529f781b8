# Prints, for each of LINES, two lines with nanoseconds: the median of rounds of 20 calls with the unchanged line, and
# with another word at its end each time. For bash and zsh.
[[ -z ${ZSH_VERSION-} ]] || zmodload zsh/datetime
. $__darn_rest

darn_now() { now=${EPOCHREALTIME/[.,]/}; now=${now:0:16}; }

darn_round() {
    darn_now; from=$now
    for ((i = 0; i < 20; i++)); do __darn_suspects "$1"; done
    darn_now
    echo $(((now - from) * 50))
}

darn_new() {
    darn_now; from=$now
    for ((i = 0; i < 20; i++)); do __darn_suspects "$1 w$i"; done
    darn_now
    echo $(((now - from) * 50))
    for ((i = 0; i < 20; i++)); do unset "__darn_met[xw$i]"; done
}

darn_middle() { for ((j = 0; j < 25; j++)); do $1 "$2"; done | sort -n | sed -n 13p; }

for line in LINES; do
    __darn_suspects "$line"
    darn_middle darn_round "$line"
    darn_middle darn_new "$line"
done

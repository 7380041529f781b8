# Prints, for each of LINES, two lines with nanoseconds: the median of rounds of 20 calls with the unchanged line, and
# with another word at its end each time.
source $__darn_rest

function darn_round
    set -l from (date +%s%N)
    for i in (seq 20)
        __darn_suspects $argv[1]
    end
    math "round(("(date +%s%N)" - $from) / 20)"
end

function darn_new
    set -l from (date +%s%N)
    for i in (seq 20)
        __darn_suspects "$argv[1] w$i"
    end
    math "round(("(date +%s%N)" - $from) / 20)"
    set -g __darn_harmless
end

function darn_idle
    set -l from (date +%s%N)
    for i in (seq 20)
    end
    math "round(("(date +%s%N)" - $from) / 20)"
end

function darn_middle
    for i in (seq 25)
        math (eval $argv) - (darn_idle)
    end | sort -n | sed -n 13p
end

for line in LINES
    set -g line $line
    darn_middle 'darn_round $line'
    darn_middle 'darn_new $line'
end

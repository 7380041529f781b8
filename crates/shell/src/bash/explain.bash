# --- With `keys.explain`: a key that prints `darn explain` above the line.

__darn_explain_key() {
    if [[ -n $__darn_text ]]; then __darn_ask explain || :; else __darn_run explain || :; fi
}

__darn_explain_bind() {
    local __darn_map
    for __darn_map in emacs vi-insert; do
        if __darn_can_take "$1"; then builtin bind -m "$__darn_map" -x "\"$1\": __darn_explain_key"; fi
    done
}
if [[ :$SHELLOPTS: == *:emacs:* || :$SHELLOPTS: == *:vi:* ]]; then __darn_explain_bind @EXPLAIN_KEY@; fi

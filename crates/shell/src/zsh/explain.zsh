# ---- with keys.explain: a key that prints "darn explain" above the line ---------------------

__darn_explain() {
    local __darn_started __darn_line # the function records there that it was entered
    zle -I
    darn explain
}

__darn_explain_unload() {
    local map
    for map in emacs viins; do builtin bindkey -M $map -r $__darn_explain_key; done
}

zle -N __darn_explain
for __darn_map in emacs viins; do builtin bindkey -M $__darn_map $__darn_explain_key __darn_explain; done
unset __darn_map

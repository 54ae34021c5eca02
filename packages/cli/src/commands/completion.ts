import type { Command } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import { usageFailure } from "../failure.ts";

// The scripts ask the program itself (complete.ts), so they never go stale. They call it by the name that was typed.
const bash = `# Completion of muster for bash. To try it: source <(muster completion bash)
# To keep it: muster completion bash > ~/.local/share/bash-completion/completions/muster
_muster() {
  local current=\${COMP_WORDS[COMP_CWORD]} word rest
  COMPREPLY=()
  while IFS=$'\\t' read -r word rest; do
    case $word in
      :files) compopt -o filenames; COMPREPLY+=($(compgen -f -- "$current")) ;;
      :directories) compopt -o filenames; COMPREPLY+=($(compgen -d -- "$current")) ;;
      *=) compopt -o nospace; COMPREPLY+=("$word") ;;
      *) COMPREPLY+=("$word") ;;
    esac
  done < <("\${COMP_WORDS[0]}" __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _muster muster
`;

const zsh = `#compdef muster
# Completion of muster for zsh. To try it: source <(muster completion zsh)
# To keep it: muster completion zsh > a file named _muster in a directory of $fpath
_muster() {
  local line word
  local -a candidates
  for line in "\${(@f)$("\${words[1]}" __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $line in
      '') ;;
      :files) _files; return ;;
      :directories) _files -/; return ;;
      *) word=\${line%%$'\\t'*}
         if [[ $line == *$'\\t'* ]]; then
           candidates+=("\${word//:/\\\\:}:\${line#*$'\\t'}")
         else
           candidates+=("\${word//:/\\\\:}")
         fi ;;
    esac
  done
  _describe muster candidates
}
if [[ $funcstack[1] == _muster ]]; then
  _muster "$@"
else
  compdef _muster muster
fi
`;

const fish = `# Completion of muster for fish. To try it: muster completion fish | source
# To keep it: muster completion fish > ~/.config/fish/completions/muster.fish
function __muster_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in ($words[1] __complete $words[2..-1] "$current" 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path "$current"
            case :directories
                __fish_complete_directories "$current"
            case '*'
                echo $line
        end
    end
end
complete -c muster -f -a '(__muster_complete)'
`;

const scripts = new Map([
  ["bash", bash],
  ["zsh", zsh],
  ["fish", fish],
]);

export const completion: Command = {
  arguments: [{ name: "SHELL", says: "bash, zsh or fish", completes: [...scripts.keys()] }],
  details: () => `Try it in this shell
  bash  source <(muster completion bash)
  zsh   source <(muster completion zsh)
  fish  muster completion fish | source

The first lines of each script say how to keep it.`,
  async run({ args }, io) {
    const script = scripts.get(args[0] ?? "");
    if (script === undefined) throw usageFailure("no shell was named.", "Choose one of: bash, zsh, fish.");
    io.out(script);
    return exitCode.ok;
  },
};

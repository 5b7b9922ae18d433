import { createNameTable, type NamePattern, type NameTable, patternsIn } from "./name-table.ts";

/*
 * Where programs of Linux, macOS and Windows keep what lets one act as the person, or what is private to them. Sources:
 * the manuals of the programs named (ssh(1), gpg(1), netrc(5), git-credential-store(1), npm's .npmrc, pip's .pypirc,
 * docker-credential-helpers, kubectl, the AWS, Google Cloud and Azure command lines), the folders of profiles that
 * browsers document, and the deny lists of public agent sandboxes.
 */

export type SecretKind =
  | "keys"
  | "cloud"
  | "packages"
  | "environment"
  | "passwords"
  | "browser"
  | "history"
  | "mail"
  | "wallet"
  | "agents"
  | "system"
  | "perch";

const browsers = [
  "Google/Chrome*",
  "Chromium",
  "BraveSoftware",
  "Microsoft/Edge*",
  "Microsoft Edge*",
  "Mozilla/Firefox",
  "Firefox",
  "Vivaldi",
  "Opera Software",
  "com.operasoftware.*",
  "Arc",
  "zen",
  "LibreWolf",
  "Thunderbird",
];

/** The macOS and Windows folders that one program names alike. */
function inProgramData(programs: readonly string[]): readonly NamePattern[] {
  return programs.flatMap((name) => [
    `Library/Application Support/${name}/`,
    `AppData/Local/${name}/`,
    `AppData/Roaming/${name}/`,
  ]);
}

/** Made at the first path that is looked up. */
export const secretPatterns = (): Readonly<Record<SecretKind, readonly NamePattern[]>> => ({
  keys: patternsIn(`
    .ssh/ | .gnupg/ | AppData/Roaming/gnupg/ | .pki/ | .putty/ | .sigstore/ | .config/age/ | .config/sops/
    .step/ | id_rsa | id_dsa | id_ecdsa | id_ecdsa_sk | id_ed25519 | id_ed25519_sk | ssh_host_*_key | *.pem
    *.key | *.ppk | *.p12 | *.pfx | *.p8 | *.jks | *.keystore | *.agekey | /etc/ssl/private/ | /etc/letsencrypt/
    /etc/wireguard/ | /etc/openvpn/ | *.ovpn
  `),
  cloud: patternsIn(`
    .aws/ | .azure/ | .config/gcloud/ | AppData/Roaming/gcloud/ | .oci/ | .aliyun/ | .bluemix/ | .config/doctl/
    Library/Application Support/doctl/ | .config/hcloud/ | .config/linode-cli | .config/scw/ | .config/rclone/
    .fly/ | .config/netlify/ | .config/.wrangler/ | .wrangler/config/ | .vercel/auth.json | .config/heroku/
    .s3cfg | .boto | .kube/ | kubeconfig | *.kubeconfig | .minikube/ | .talos/ | .docker/config.json
    .dockercfg | .config/containers/auth.json | .config/helm/registry/ | .terraformrc | terraform.rc
    credentials.tfrc.json | *.tfstate | *.tfstate.backup | .pulumi/credentials.json | client_secret*.json
    service-account*.json | serviceaccount*.json | application_default_credentials.json
  `),
  packages: patternsIn(`
    .npmrc | .yarnrc.yml | .pypirc | pip.conf | pip.ini | .config/pypoetry/auth.toml | .cargo/credentials
    .cargo/credentials.toml | .gem/credentials | .bundle/config | .m2/settings.xml | .m2/settings-security.xml
    .gradle/gradle.properties | .composer/auth.json | .config/composer/auth.json | NuGet.Config | .config/hub
    .config/gh/ | AppData/Roaming/GitHub CLI/ | .config/glab-cli/ | .config/tea/
  `),
  environment: patternsIn(`
    .env | .env.* | *.env | .envrc | .flaskenv | .dev.vars | secrets.json | secrets.y*ml | secrets.toml
    credentials.json | credentials.y*ml | master.key | .vault_pass* | wp-config.php | .htpasswd
  `),
  passwords: [
    ...patternsIn(`
    .netrc | _netrc | .authinfo | .authinfo.gpg | .git-credentials | .config/git/credentials | .password-store/
    .vault-token | .pgpass | pgpass.conf | .my.cnf | .mylogin.cnf | .local/share/keyrings/
    .local/share/kwalletd/ | .kde/share/apps/kwallet/ | Library/Keychains/ | AppData/*/Microsoft/Credentials/
    AppData/*/Microsoft/Protect/ | AppData/*/Microsoft/Vault/ | AppData/*/Microsoft/Crypto/ | *.kdbx | *.kdb
    *.keychain | *.keychain-db | *.agilekeychain/ | *.opvault/ | .config/op/ | .op/ | .config/1Password/
    .config/Bitwarden*/ | .config/keepassxc/ | .local/share/remmina/ | .config/remmina/ | .config/filezilla/
    AppData/Roaming/FileZilla/
  `),
    ...inProgramData(["1Password", "Bitwarden", "KeePass*"]),
  ],
  browser: [
    ...patternsIn(`
    .mozilla/ | .config/google-chrome*/ | .config/chromium/ | .config/BraveSoftware/ | .config/microsoft-edge*/
    .config/vivaldi*/ | .config/opera*/ | .zen/ | .librewolf/ | .tor-browser/ | snap/firefox/ | snap/chromium/
    .var/app/org.mozilla.*/ | .var/app/com.google.Chrome*/ | .var/app/org.chromium.*/ | .var/app/com.brave.*/
    .var/app/com.microsoft.Edge*/ | Library/Safari/ | Library/Cookies/ | Library/Containers/com.apple.Safari/
  `),
    ...inProgramData(browsers),
  ],
  history: patternsIn(`
    .bash_history | .zsh_history | .zsh_sessions/ | .zhistory | .histfile | .sh_history | .ksh_history
    .history | fish_history | nushell/history.* | .local/share/atuin/ | .python_history | .node_repl_history
    .irb_history | .pry_history | .php_history | .psql_history | .mysql_history | .mariadb_history
    .sqlite_history | .dbshell | .rediscli_history | .mongosh/ | .viminfo | ConsoleHost_history.txt
  `),
  mail: [
    ...patternsIn(`
    .thunderbird/ | .config/evolution/ | .local/share/evolution/ | .config/Signal*/ | .config/Slack/
    .config/discord/ | .local/share/TelegramDesktop/ | Library/Mail/ | Library/Messages/
    Library/Group Containers/
  `),
    ...inProgramData(["Signal", "Slack", "discord", "Telegram Desktop"]),
  ],
  wallet: [
    ...patternsIn(`
    .bitcoin/ | .litecoin/ | .dogecoin/ | .electrum/ | .ethereum/ | .bitmonero/ | .monero/ | .config/solana/
    .config/Exodus/ | .config/Ledger Live/ | wallet.dat
  `),
    ...inProgramData(["Bitcoin", "Ethereum", "Electrum", "Exodus", "Ledger Live", "atomic"]),
  ],
  agents: [
    ...patternsIn(`
    .claude.json | .claude/.credentials.json | .codex/auth.json | .gemini/oauth_creds.json
    .config/github-copilot/ | .local/share/opencode/auth.json | .continue/config.* | .config/openai/
    .config/anthropic/ | .cache/huggingface/token | .huggingface/token | .kaggle/ | .streamlit/secrets.toml
    .config/Claude/ | .config/Code*/User/mcp.json | .config/goose/
    .cursor/mcp.json | .codeium/windsurf/ | .gemini/settings.json | .codex/config.toml | .lmstudio/mcp.json
  `),
    ...inProgramData(["Claude", "Block/goose"]),
  ],
  system: patternsIn(`
    /etc/shadow* | /etc/gshadow* | /etc/sudoers | /etc/sudoers.d/ | /etc/krb5.keytab
    /etc/NetworkManager/system-connections/ | /run/secrets/ | /run/credentials/ | /var/run/secrets/
    /proc/*/environ | /proc/*/mem | /proc/*/task/*/environ | /proc/*/task/*/mem | /proc/kcore
    /private/etc/master.passwd | /private/var/db/dslocal/ | Windows/System32/config/ | Windows/NTDS/
    NTUSER.DAT*
  `),
  perch: [".perch/"],
});

/** What only looks like one: templates of an environment, and what type checkers say of it. */
const exampleEnvironment = /\.(?:example|sample|template|tmpl|dist|defaults|d\.ts)$/;

let table: NameTable<SecretKind> | null = null;

/** What kind of secret the names of a path (absolute, resolved) say it is; null for none. */
export function secretNameOf(path: string): { readonly kind: SecretKind; readonly length: number } | null {
  table ??= createNameTable(secretPatterns());
  const found = table.find(path);
  return found?.kind === "environment" && exampleEnvironment.test(path.toLowerCase()) ? null : found;
}

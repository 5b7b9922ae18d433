/** Words that tell a secret wherever they stand in a name. `author` is none, and the working directory (PWD) is none. */
const anywhere =
  /auth(?!or(?:s|ed|ing)?(?:$|[^a-z]))|key|token|secret|cookie|passw|passphrase|passcode|pwd|credential|signature|webhook|mnemonic|bearer/i;
/** Shorter ones, which other words contain, only as a word of their own. */
const alone =
  /(?:^|[_.-])(?:sig|pat|pats|pass|pin|dsn|jwt|otp|totp|cred|creds|pw|psk|sas|hmac|salt|seed|private)(?:$|[_.-])/i;
/** Addresses of services that ask for a password carry it, or let in without one. */
const connection =
  /(?:^|[_.-])(?:database|db|jdbc|postgres(?:ql)?|pg|mysql|mariadb|mongo(?:db)?|redis|amqp|rabbitmq|broker|celery_broker|clickhouse|elastic(?:search)?|sql\w*|smtp|ldap|s3|storage)[_.-]?(?:url|uri|dsn)(?:$|[_.-])|conn(?:ection)?[_.-]?str(?:ing)?(?:$|[_.-])/i;
/** They hold a place or a name, and programs do not work without them. */
const harmless = /^(?:PWD|OLDPWD|SSH_AUTH_SOCK|XAUTHORITY|GIT_AUTHOR_\w+|KEYMAP|KEYTIMEOUT)$/i;

/** A variable, a header or a parameter of this name lets somebody in. */
export function isSecretName(name: string): boolean {
  if (harmless.test(name)) return false;
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2");
  return anywhere.test(name) || alone.test(words) || connection.test(words);
}

/** By its name, or because nothing but a key looks like this. */
export function letsSomebodyIn(name: string, value: string): boolean {
  return isSecretName(name) || looksRandom(value);
}

/** The same for a variable of a program, whose values are often paths. */
export function isSecretVariable(name: string, value: string): boolean {
  return isSecretName(name) || hasPassword(value) || (looksRandom(value) && !/[/\\~]/.test(value));
}

/** `postgres://name:password@host`. */
export function hasPassword(value: string): boolean {
  return URL.canParse(value) && new URL(value).password !== "";
}

/** Long, in one piece, of letters and digits: no word, no address and no date. */
function looksRandom(value: string): boolean {
  return /^[A-Za-z0-9_+/=.~-]{20,}$/.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value);
}

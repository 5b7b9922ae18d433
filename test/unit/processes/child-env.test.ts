import { expect, test } from "vitest";
import { childEnvironment } from "../../../src-main/processes/child-env.ts";

const namesOf = (env: Readonly<Record<string, string>>): readonly string[] => Object.keys(childEnvironment(env, []));
const each = (names: string) =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, "value"]),
  );

test("other people's secrets reach no child, by the kinds of their names", () => {
  const secrets = each(`
    OPENAI_API_KEY github_token CLIENT_SECRET PGPASSWORD MYSQL_PASSWD MYSQL_PWD AWS_CREDENTIALS PERCH_HOME NODE_OPTIONS
    PERCH_PROVIDERS__X__APIKEY BASH_ENV npm_config__auth npm_config_//registry.npmjs.org/:_authToken
    GH_PAT GITHUB_PAT githubPat AZURE_DEVOPS_EXT_PAT PAT DATABASE_URL STAGING_DATABASE_URL DB_URI POSTGRES_URL MONGODB_URI
    REDIS_URL AMQP_URL CELERY_BROKER_URL SQLALCHEMY_DATABASE_URI AZURE_STORAGE_CONNECTION_STRING DB_CONN_STR
    SENTRY_DSN DSN db.dsn JWT SUPABASE_JWT JWT_VALUE SLACK_WEBHOOK_URL SESSION_COOKIE BASIC_AUTH HTTP_AUTHORIZATION
    SSH_PASSPHRASE VAULT_PASS DB_PW WIFI_PSK OTP_SEED TOTP WALLET_MNEMONIC APP_SALT HMAC SAS AWS_CREDS BEARER
    SIGNING_SIGNATURE DOCKER_AUTH_CONFIG USER_PIN RSA_PRIVATE PRIVATE_KEY_PATH smtp_url ldap.uri`);
  expect(namesOf(secrets)).toEqual([]);
});

test("what programs need to work reaches them", () => {
  const needed = each(`
    PATH HOME LANG LC_ALL PWD OLDPWD SHELL TERM COLORTERM USER LOGNAME TMPDIR EDITOR DISPLAY WAYLAND_DISPLAY XAUTHORITY
    SSH_AUTH_SOCK SSH_AGENT_PID DBUS_SESSION_BUS_ADDRESS XDG_RUNTIME_DIR XDG_SESSION_ID XDG_SEAT GIT_AUTHOR_NAME
    GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME AUTHOR AUTHORS GIT_ASKPASS HTTPS_PROXY http_proxy NO_PROXY npm_config_registry
    JAVA_HOME GOPATH PYTHONPATH VIRTUAL_ENV NVM_DIR PKG_CONFIG_PATH PATHEXT PATTERN COMPASS SPINNER CI SYSTEMROOT PINGS
    HOMEBREW_PREFIX LESS PAGER TZ SHLVL COLUMNS PASSENGER SEEDLING URL BASE_URL API_URL`);
  expect(namesOf(needed)).toEqual(Object.keys(needed));
});

test("an address with a password does not reach a child under any name, except that of its proxy", () => {
  const address = "https://me:secret@example.com:8080";
  const env = {
    BASE: address,
    UPSTREAM: "amqp://a:b@host/v",
    HTTPS_PROXY: address,
    PLAIN: "https://example.com/a:b@c",
  };
  expect(namesOf(env)).toEqual(["HTTPS_PROXY", "PLAIN"]);
});

test("a value that is or holds a configured key is dropped, whatever its name", () => {
  const env = { A: "sk-12345678", B: "Bearer sk-12345678", C: "other", D: "abc", E: "abcdef", F: undefined };
  expect(childEnvironment(env, ["sk-12345678", "abc", ""])).toEqual({ C: "other", E: "abcdef" });
});

/** What a program needs to know about the world against which it is tested. */
export interface EnvironmentOfTests<Id extends string | undefined> {
  readonly RINGBACK_URL: string
  readonly RINGBACK_BASE_URL: string
  readonly RINGBACK_CONTROL_URL: string
  /** A key that can be shown. `ringback env` uses a live one with all scopes, on the max plan. */
  readonly RINGBACK_API_KEY: string
  readonly RINGBACK_WORLD: string
  /** A staff member of the key's tenant. */
  readonly RINGBACK_STAFF_ID: Id
  /** A project of the key's tenant. */
  readonly RINGBACK_PROJECT_ID: Id
  readonly RINGBACK_INBOX_URL: string
  /** What the control API asks for; only where the emulator was started with a token. */
  readonly RINGBACK_TOKEN?: string
}

interface Source<Id> {
  /** Where the emulator is: `http://127.0.0.1:4010`. */
  readonly url: string
  readonly world: { readonly world_id: string; readonly base_url: string }
  readonly key: string
  readonly staffId: Id
  readonly projectId: Id
  readonly token: string | undefined
}

const INBOX_URL = 'https://inbox.ringback.test/default'

/** Names and values in the order in which they are printed. */
export const environmentOfTests = <Id extends string | undefined>({
  url,
  world,
  key,
  staffId,
  projectId,
  token,
}: Source<Id>): EnvironmentOfTests<Id> => {
  const variables = {
    RINGBACK_URL: url,
    RINGBACK_BASE_URL: world.base_url,
    RINGBACK_CONTROL_URL: `${url}/control`,
    RINGBACK_API_KEY: key,
    RINGBACK_WORLD: world.world_id,
    RINGBACK_STAFF_ID: staffId,
    RINGBACK_PROJECT_ID: projectId,
    RINGBACK_INBOX_URL: INBOX_URL,
  }
  return token ? { ...variables, RINGBACK_TOKEN: token } : variables
}

/** How these variables are written, for each kind of shell or file. */
export const ENVIRONMENT_FORMATS = {
  sh: lines((name, value) => `export ${name}='${value.replaceAll("'", `'\\''`)}'`),
  fish: lines((name, value) => `set -gx ${name} '${value.replace(/[\\']/g, '\\$&')}'`),
  powershell: lines((name, value) => `$env:${name} = '${value.replaceAll("'", "''")}'`),
  dotenv: lines((name, value) => `${name}="${value.replaceAll('"', '\\"')}"`),
  json: (environment: object) => `${JSON.stringify(environment)}\n`,
} as const

export type EnvironmentFormat = keyof typeof ENVIRONMENT_FORMATS

/** The variables as text for a shell, or for a reader of such files, one line each. What is unknown is left out. */
export function printEnvironment(environment: object, format: EnvironmentFormat): string {
  return ENVIRONMENT_FORMATS[format](environment)
}

function lines(line: (name: string, value: string) => string): (environment: object) => string {
  return environment =>
    `${Object.entries(environment)
      .flatMap(([name, value]) => (value === undefined ? [] : [line(name, String(value))]))
      .join('\n')}\n`
}

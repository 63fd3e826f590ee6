/** How the variables that tests are told are written down, for each kind of shell or file. */
export const ENVIRONMENT_FORMATS = {
  sh: lines((name, value) => `export ${name}='${value.replaceAll("'", `'\\''`)}'`),
  fish: lines((name, value) => `set -gx ${name} '${value.replace(/[\\']/g, '\\$&')}'`),
  powershell: lines((name, value) => `$env:${name} = '${value.replaceAll("'", "''")}'`),
  dotenv: lines((name, value) => `${name}="${value.replaceAll('"', '\\"')}"`),
  json: (environment: object) => `${JSON.stringify(environment)}\n`,
} as const

export type EnvironmentFormat = keyof typeof ENVIRONMENT_FORMATS

/** The variables as a text that a shell, or a reader of such files, takes in; one line each. */
export function printEnvironment(environment: object, format: EnvironmentFormat): string {
  return ENVIRONMENT_FORMATS[format](environment)
}

function lines(line: (name: string, value: string) => string): (environment: object) => string {
  return environment =>
    `${Object.entries(environment)
      .map(([name, value]) => line(name, String(value)))
      .join('\n')}\n`
}

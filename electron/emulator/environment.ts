/** How the variables of `ringback exec` are written down for each kind of shell or file. */
export const ENVIRONMENT_FORMATS = {
  shell: (name: string, value: string) => `export ${name}='${value.replaceAll("'", `'\\''`)}'`,
  powershell: (name: string, value: string) => `$env:${name} = '${value.replaceAll("'", "''")}'`,
  dotenv: (name: string, value: string) => `${name}="${value.replaceAll('"', '\\"')}"`,
} as const

export type EnvironmentFormat = keyof typeof ENVIRONMENT_FORMATS

/** One line per variable, ready to paste. */
export function printEnvironment(environment: object, format: EnvironmentFormat): string {
  const line = ENVIRONMENT_FORMATS[format]
  return `${Object.entries(environment)
    .map(([name, value]) => line(name, String(value)))
    .join('\n')}\n`
}

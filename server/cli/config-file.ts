import { existsSync, readFileSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve } from 'node:path'
import { CommandError, EXIT } from './exit-codes.ts'
import { DEFAULT_CONFIG_FILE, type FlagName, type FlagValues, START_FLAGS } from './start-flags.ts'
import { configSchemas } from './start-settings.ts'

/**
 * Reads the config file: a JSON object whose keys are the flags of `ringback start`. Without a name it is `ringback.config.json` in the
 * working folder, if that exists. Paths in it are relative to the file.
 *
 * @throws CommandError (usage) when the named file is missing, is not JSON, or has an unknown key or a wrong value
 */
export async function readConfigFile(named: string | undefined): Promise<FlagValues> {
  const file = resolve(named ?? DEFAULT_CONFIG_FILE)
  if (named === undefined && !existsSync(file)) return {}
  const { $schema: _, ...config } = await parsed(file)
  await check(file, config)
  const { 'no-dashboard': noDashboard, ...values } = config as FlagValues & { 'no-dashboard'?: boolean }
  if (noDashboard) values.dashboard = false
  for (const name of ['store', 'ca', 'measured', 'world-file'] as const) {
    const path = values[name]
    if (typeof path === 'string' && path !== 'memory') values[name] = resolve(dirname(file), path)
  }
  return values
}

async function parsed(file: string): Promise<{ [key: string]: unknown }> {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof content === 'object' && content !== null && !Array.isArray(content))
      return content as { [key: string]: unknown }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandError(
      `${file} cannot be read as JSON (${reason}). Fix it, or name another file with --config.`,
      EXIT.usage,
    )
  }
  throw new CommandError(`${file} must hold one JSON object, such as {"port": 4010}.`, EXIT.usage)
}

async function check(file: string, config: object): Promise<void> {
  const { Ajv } = await import('ajv')
  const schemas = configSchemas()
  const validate = new Ajv({ allErrors: true, strict: false }).compile({
    type: 'object',
    additionalProperties: false,
    properties: { ...schemas, 'no-dashboard': { type: 'boolean' } },
  })
  if (validate(config)) return
  const problems = new Map<string, string>()
  for (const { keyword, params, instancePath, message } of validate.errors ?? []) {
    const key =
      keyword === 'additionalProperties' ? String(params.additionalProperty) : (instancePath.split('/')[1] ?? '')
    const text =
      keyword === 'additionalProperties'
        ? `is not a flag (there are ${Object.keys(schemas).join(', ')})`
        : keyword === 'enum'
          ? `must be one of ${(params.allowedValues as string[]).join(', ')}`
          : (message ?? 'is not valid')
    if (!problems.has(key)) problems.set(key, text)
  }
  const list = [...problems].map(([key, text]) => `${key} ${text}`).join('; ')
  throw new CommandError(`${file}: ${list}.`, EXIT.usage)
}

/**
 * What somebody should know who has not named the config file, and may not have written it: what it opens. `undefined` when it opens
 * nothing.
 *
 * @param given the flags of the command line, which win over the file
 */
export function openedByConfig(config: FlagValues, given: FlagValues): string | undefined {
  const used = { ...config, ...given }
  const opening = START_FLAGS.flatMap(({ name, opens }) => (opens ? [name as FlagName] : []))
  const opened: string[] = opening
    .filter(name => used[name] !== undefined && given[name] === undefined)
    .map(name => `${name} ${shown(used[name])}`)
  const { store } = config
  if (given.store === undefined && typeof store === 'string' && store !== 'memory' && isOutside(store))
    opened.push(`store ${store}`)
  const reach = given.assume === undefined && /webhooks\.reach/.test(JSON.stringify(config.assume ?? null))
  if (reach) opened.push(`assume ${shown(config.assume)}`)
  if (opened.length === 0) return undefined
  return `${DEFAULT_CONFIG_FILE} in this folder sets ${opened.join('; ')}. If it is not yours, check it, or name another file with --config.`
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function isOutside(store: string): boolean {
  const inside = relative(process.cwd(), store)
  return inside === '..' || /^\.\.[\\/]/.test(inside) || isAbsolute(inside)
}

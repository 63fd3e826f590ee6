/**
 * Breaks each condition of the rules on clients, one at a time, and says which of them no test of the rule notices:
 * `node tests/support/mutate-rules.ts [rule …]`. It takes seconds for each rule, so it is no part of `npm test`. It fails for each that nobody
 * notices, but those that are listed as equivalent; and for each listed one that is gone, or that a test notices after all.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { startVitest } from 'vitest/node'
import { EQUIVALENT } from './equivalent-mutants.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const RULES = path.join(ROOT, 'server/verdicts/rules')

/** How a condition is broken. Bounds of memory are not about what is said. */
const BREAKS: readonly (readonly [RegExp, string])[] = [
  [/ >= /g, ' > '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ < /g, ' <= '],
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/ &&(?= |$)/g, ' ||'],
  [/ \|\|(?= |$)/g, ' &&'],
  // With an operator in it, that is what is broken.
  [/\bif \((?!.* (?:[!=]==|[<>]=?|&&|\|\|)(?: |$))/g, 'if (!'],
  [/(?<!(?:[!=]==|[<>]=?|&&|\|\|) .*)(?<![\w.])(?=[\w.]+(?:\([^()]*\))? \? )/g, '!'],
  // Of a condition that stands on the line before.
  [/(?<=^ +)\? /g, '=== undefined ? '],
  [/(?<=^const (?!MOST)\w+ = )[\d_.]+/g, '999_999'],
]
/** What decides for several rules. */
const SHARED = [
  'days.ts',
  'early.ts',
  'found.ts',
  'held-wait.ts',
  'judge.ts',
  'listed.ts',
  'per-request.ts',
  'queries.ts',
  'range-sweeps.ts',
  'receivers.ts',
  'recent.ts',
  'redials.ts',
  'say.ts',
  'tally.ts',
  'turns.ts',
  'wait-track.ts',
  'waits.ts',
]
const IS_NO_CONDITION = /^\s*(?:import|\/\/|\/?\*|export (?:type|interface))|MOST_|=> void$/

interface Mutant {
  readonly line: number
  readonly text: string
  readonly source: string
}

function* mutantsOf(source: string): Generator<Mutant> {
  const lines = source.split('\n')
  for (const [index, line] of lines.entries()) {
    if (IS_NO_CONDITION.test(line)) continue
    for (const [pattern, instead] of BREAKS) {
      for (const { index: at, 0: found } of line.matchAll(pattern)) {
        const broken = line.slice(0, at) + instead + line.slice(at + found.length)
        yield { line: index + 1, text: broken.trim(), source: lines.with(index, broken).join('\n') }
      }
    }
  }
}

const rules = readdirSync(RULES)
  .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map(name => path.join(RULES, name))
const shared = SHARED.map(name => path.join(ROOT, 'server/verdicts', name))

const imports = (module: string, other: string) => readFileSync(module, 'utf8').includes(`/${path.basename(other)}'`)

/** A module, and what it decides in: those that import it, and those that import them. */
function decidedBy(module: string): string[] {
  // The judge asks it, and tells the rules on early requests.
  const asksJudge = path.basename(module) === 'wait-track.ts'
  const importers = asksJudge
    ? rules.filter(rule => imports(rule, 'early.ts'))
    : [...rules, ...shared].filter(other => imports(other, module))
  return [...new Set([module, ...importers.flatMap(decidedBy)])]
}

function testsOf(module: string): string[] {
  return decidedBy(module)
    .map(one => one.replace(/\.ts$/, '.test.ts'))
    .filter(test => existsSync(test))
}

/** Stands in for a module: the tests that are being collected get the mutant whose turn it is. The first is the module as it is. */
function mutantsAs(module: string, sources: readonly string[], loaded: Set<number>): Plugin {
  const names = Array.from(
    sources[0]?.matchAll(/^export (?:const|function\*?|class) (\w+)/gm) ?? [],
    ([, name]) => name,
  )
  const loads = sources.map((_, number) => `() => import(${JSON.stringify(`${module}?mutant=${number}`)})`)
  const standIn = `const mutant = await [${loads.join(', ')}][globalThis.mutant]()\nexport const { ${names.join(', ')} } = mutant`
  return {
    name: 'mutants',
    enforce: 'pre',
    load(id) {
      const [file, number] = id.split('?mutant=')
      if (file !== module) return undefined
      if (number === undefined) return standIn
      loaded.add(Number(number))
      return sources[Number(number)]
    },
  }
}

/** All tests for each of the mutants, side by side in one process. */
const suites = (tests: readonly string[], mutants: readonly number[]): string => `
import { describe, test, vi } from 'vitest'
for (const mutant of ${JSON.stringify(mutants)}) {
  describe(String(mutant), async () => {
    globalThis.mutant = mutant
    vi.resetModules()
    await Promise.resolve()
      ${tests.map(file => `.then(() => import(${JSON.stringify(file)}))`).join('\n      ')}
      .catch(error => test('is loaded', () => { throw error }))
  })
}
`

const made = path.join(ROOT, 'dist/mutants')
mkdirSync(made, { recursive: true })
const folder = mkdtempSync(path.join(made, 'rules-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

interface Run {
  readonly module: string
  readonly sources: readonly string[]
  readonly tests: readonly string[]
  readonly mutants: readonly number[]
  readonly pattern: RegExp
}

/** Which of the mutants no test notices. */
async function unnoticed({ module, sources, tests, mutants, pattern }: Run): Promise<number[]> {
  if (tests.length === 0 || mutants.length === 0) return [...mutants]
  writeFileSync(path.join(folder, 'mutants.test.ts'), suites(tests, mutants))
  const loaded = new Set<number>()
  const vitest = await startVitest(
    'test',
    [],
    {
      root: ROOT,
      dir: folder,
      config: false,
      watch: false,
      include: ['mutants.test.ts'],
      // Neither what a file of this name was before, nor what a module is unbroken.
      fsModuleCache: false,
      pool: 'forks',
      maxWorkers: 1,
      testTimeout: 60_000,
      testNamePattern: pattern,
      reporters: [{}],
    },
    { plugins: [mutantsAs(module, sources, loaded)] },
  )
  try {
    const [collected] = vitest.state.getTestModules()
    const passed = [...(collected?.children.suites() ?? [])].filter(suite => suite.ok()).map(({ name }) => Number(name))
    const errors = [...vitest.state.getUnhandledErrors(), ...(collected?.errors() ?? ['nothing was collected'])]
    if (errors.length > 0 || mutants.some(mutant => !loaded.has(mutant)))
      throw new Error(`The tests of ${module} cannot be run.`, { cause: errors })
    return passed
  } finally {
    await vitest.close()
    // It is of the tests, and what they notice is no failure here.
    process.exitCode = 0
  }
}

/** Floods are slow, and few mutants are noticed by nothing else: they come last. */
const FLOODS = 'hundred thousand'

async function left(of: Pick<Run, 'module' | 'sources' | 'tests'>): Promise<Set<number>> {
  const quick = new RegExp(`^(?!.*${FLOODS})`)
  const mutants = await unnoticed({ ...of, mutants: [...of.sources.keys()], pattern: quick })
  const flooded = of.tests.filter(test => readFileSync(test, 'utf8').includes(FLOODS))
  if (flooded.length === 0) return new Set(mutants)
  return new Set(await unnoticed({ ...of, tests: flooded, mutants, pattern: new RegExp(FLOODS) }))
}

interface Told {
  readonly broken: number
  readonly noticed: number
  readonly equivalent: number
  /** Each line is something left to do. */
  readonly faults: readonly string[]
}

/** Breaks each condition of a module, and prints what it has found. */
async function told(module: string): Promise<Told> {
  const name = path.basename(module, '.ts')
  const source = readFileSync(module, 'utf8')
  const mutants = [...mutantsOf(source)]
  const alive = await left({ module, sources: [source, ...mutants.map(one => one.source)], tests: testsOf(module) })
  const faults: string[] = []
  const reasons: string[] = []
  if (!alive.has(0)) faults.push('its tests fail although nothing is broken')
  const equivalents = EQUIVALENT[name] ?? {}
  for (const text of Object.keys(equivalents)) {
    if (!mutants.some(one => one.text === text)) faults.push(`listed as equivalent, but not there: ${text}`)
  }
  for (const [index, { line, text }] of mutants.entries()) {
    const reason = equivalents[text]
    const isNoticed = !alive.has(index + 1)
    if (isNoticed && reason !== undefined) faults.push(`${line}: ${text}: listed as equivalent, but a test notices it`)
    else if (!isNoticed && reason !== undefined) reasons.push(`${line}: ${text}: equivalent: ${reason}`)
    else if (!isNoticed) faults.push(`${line}: ${text}`)
  }
  const [broken, equivalent] = [mutants.length, reasons.length]
  const noticed = mutants.filter((_, index) => !alive.has(index + 1)).length
  process.stdout.write(`${name}: ${broken} broken, ${noticed} noticed, ${equivalent} equivalent\n`)
  for (const line of [...reasons, ...faults.map(fault => `LEFT ${fault}`)]) process.stdout.write(`  ${line}\n`)
  return { broken, noticed, equivalent, faults }
}

const asked = process.argv.slice(2).map(id => `${id.replaceAll('_', '-')}.ts`)
const all: Told[] = []
for (const module of [...rules, ...shared]) {
  if (asked.length === 0 || asked.includes(path.basename(module))) all.push(await told(module))
}
const sum = (of: (one: Told) => number) => all.reduce((total, one) => total + of(one), 0)
const faults = sum(one => one.faults.length)
process.stdout.write(
  `${sum(one => one.broken)} conditions broken, ${sum(one => one.noticed)} noticed, ` +
    `${sum(one => one.equivalent)} equivalent, ${faults} left\n`,
)
process.exitCode = faults > 0 ? 1 : 0

/**
 * Breaks each condition of the rules on clients in a copy, one at a time, and says which of them no test of the rule notices:
 * `node tests/support/mutate-rules.ts [rule …]`. It takes a minute for each rule, so it is no part of `npm test`.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { startVitest } from 'vitest/node'

const ROOT = path.join(import.meta.dirname, '../..')
const RULES = 'server/verdicts/rules'

/** How a condition is broken. Bounds of memory are not about what is said. */
const BREAKS: readonly (readonly [RegExp, string])[] = [
  [/ >= /g, ' > '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ < /g, ' <= '],
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  // With an operator in it, that is what is broken.
  [/\bif \((?!.* (?:[!=]==|[<>]=?|&&|\|\|) )/g, 'if (!'],
  [/(?<=^const (?!MOST)\w+ = )[\d_.]+/g, '999_999'],
]
/** What decides for several rules. */
const SHARED = [
  'early.ts',
  'held-wait.ts',
  'listed.ts',
  'per-request.ts',
  'range-sweeps.ts',
  'receivers.ts',
  'redials.ts',
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

const made = path.join(ROOT, 'dist/mutants')
mkdirSync(made, { recursive: true })
const tree = mkdtempSync(path.join(made, 'rules-'))
process.once('exit', () => rmSync(tree, { recursive: true, force: true }))
for (const part of ['server', 'fixtures', 'tests/support', 'package.json', 'tsconfig.json'])
  cpSync(path.join(ROOT, part), path.join(tree, part), { recursive: true })
symlinkSync(path.join(ROOT, 'node_modules'), path.join(tree, 'node_modules'))

const asked = process.argv.slice(2).map(id => `${id.replaceAll('_', '-')}.ts`)
const modulesIn = (folder: string) =>
  readdirSync(path.join(tree, folder))
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map(name => path.join(folder, name))
const rules = modulesIn(RULES)
const shared = SHARED.map(name => path.join('server/verdicts', name))

const imports = (module: string, other: string) =>
  readFileSync(path.join(tree, module), 'utf8').includes(`/${path.basename(other)}'`)

/** A rule has a test of its own; what several share is noticed by the tests of those that import it, or import what imports it. */
function rulesBy(module: string): string[] {
  if (rules.includes(module)) return [module]
  // The judge asks it, and tells the rules on waits.
  if (path.basename(module) === 'wait-track.ts') return rules.filter(rule => imports(rule, 'waits.ts'))
  const sharers = shared.filter(other => other !== module && imports(other, module))
  return [...new Set([...rules.filter(rule => imports(rule, module)), ...sharers.flatMap(rulesBy)])]
}

const modules = [...rules, ...shared].filter(module => asked.length === 0 || asked.includes(path.basename(module)))
const vitest = await startVitest('test', [], {
  root: tree,
  config: false,
  watch: true,
  standalone: true,
  include: ['server/verdicts/**/*.test.ts'],
  pool: 'forks',
  maxWorkers: 1,
  testTimeout: 60_000,
  reporters: [{}],
})

async function passes(tests: readonly string[]): Promise<boolean> {
  const specifications = await vitest.globTestSpecifications([...tests])
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  return unhandledErrors.length === 0 && testModules.length > 0 && testModules.every(module => module.ok())
}

try {
  let [all, unnoticed] = [0, 0]
  for (const module of modules) {
    const file = path.join(tree, module)
    const name = path.basename(module)
    const tests = rulesBy(module).map(rule => path.join(tree, rule.replace(/\.ts$/, '.test.ts')))
    const source = readFileSync(file, 'utf8')
    const left: Mutant[] = []
    let count = 0
    if (!(await passes(tests))) {
      process.stdout.write(`${name}: its tests fail although nothing is broken\n`)
      process.exitCode = 1
      continue
    }
    for (const mutant of mutantsOf(source)) {
      count += 1
      writeFileSync(file, mutant.source)
      vitest.invalidateFile(file)
      if (await passes(tests)) left.push(mutant)
    }
    writeFileSync(file, source)
    vitest.invalidateFile(file)
    all += count
    unnoticed += left.length
    process.stdout.write(`${name.slice(0, -3).replaceAll('-', '_')}: ${count} broken, ${count - left.length} noticed\n`)
    for (const { line, text } of left) process.stdout.write(`  ${line}: ${text}\n`)
  }
  process.stdout.write(`${all} conditions broken, ${all - unnoticed} noticed, ${unnoticed} not\n`)
  if (unnoticed > 0) process.exitCode = 1
} finally {
  await vitest.close()
}

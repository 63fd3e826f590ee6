import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { FINDINGS } from '../tests/findings/findings.ts'
import { GROUPS, THREATS, type Threat } from '../tests/security/threats.ts'
import { type TaggedTitle, taggedTitles } from '../tests/support/tagged-titles.ts'

/** Writes the tables that tags in the titles of tests make: `node scripts/findings-table.ts`. Tests fail when they are others. */
export const FINDINGS_FILE = fileURLToPath(new URL('../tests/findings/README.md', import.meta.url))
export const THREATS_FILE = fileURLToPath(new URL('../tests/security/README.md', import.meta.url))

const FINDINGS_INTRODUCTION = `# What a review found, and what holds since then

People who had not written Ringback examined it sentence by sentence. Each row is something that was false or missing, stated as it holds now,
with the tests that failed before it was fixed. \`node scripts/findings-table.ts\` makes the table from tags in the titles of tests: \`(finding T1)\`.
`

const THREATS_INTRODUCTION = `# Threats, tests and mutation checks

Each row is a threat or a fault, with the tests that show the defence, and the mutation checks that show that the defence is what helps: without
it, or with something naive instead, the attack succeeds. Where there is nothing of ours to remove, the row says why. **P0** has to hold before
anyone relies on Ringback, **P1** before a CI does, **P2** later. Placeholders in titles (\`%s\`, \`$name\`) stand for the rows of a table in that test.

\`node scripts/findings-table.ts\` makes this file from [threats.ts](threats.ts) and from tags in the titles of tests: \`(threat A14)\` and, for
mutation checks, \`(without A14)\`. Do not edit it. [threats.test.ts](threats.test.ts) fails when it is out of date.

\`npm test\` runs what is named here, at the size of a pull request. \`npm run test:soak\` runs the same tests for longer
([soak.config.ts](../soak.config.ts)).
`

/** The text of the table of findings. */
export function findingsTable(): string {
  const tests = Map.groupBy(taggedTitles('finding'), ({ id }) => id)
  const rows = FINDINGS.map(({ id, sentence, later }) => [
    ...[id, sentence],
    byFile(tests.get(id)) || `not yet: it belongs to ${later ?? '?'}`,
  ])
  return [FINDINGS_INTRODUCTION, ...table(['', 'Sentence', 'Tests'], rows)].join('\n')
}

/** The text of the table of threats. */
export function threatsTable(): string {
  const tests = Map.groupBy(taggedTitles('threat'), ({ id }) => id)
  const without = Map.groupBy(taggedTitles('without'), ({ id }) => id)
  const threats: [string, Threat][] = Object.entries(THREATS)
  const row = ([id, { priority, threat, nothingToTakeOut = '', notCovered = '' }]: [string, Threat]) => [
    ...[`<a id="${id}"></a>${id}`, priority, threat, byFile(tests.get(id))],
    byFile(without.get(id)) || `nothing to take out: ${nothingToTakeOut}`,
    notCovered,
  ]
  const group = ([letters, title]: [string, string]) => [
    ...[`## ${title}`, ''],
    ...table(
      ['', '', 'Threat or fault', 'Tests', 'Without the defence', 'Not covered'],
      threats.filter(([id]) => letters.includes(id.charAt(0))).map(row),
    ),
  ]
  const figures = (['P0', 'P1', 'P2'] as const).map(priority => {
    const ids = threats.filter(([, threat]) => threat.priority === priority).map(([id]) => id)
    const count = (has: { has(id: string): boolean }) => ids.filter(id => has.has(id)).length
    return [priority, ids.length, count(tests), count(without), ids.length - count(without)].map(String)
  })
  return [
    THREATS_INTRODUCTION,
    ...table(['', 'rows', 'with a test', 'with a mutation check', 'nothing to take out'], figures),
    ...Object.entries(GROUPS).flatMap(group),
  ].join('\n')
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(line), '']
}

function byFile(titles: readonly TaggedTitle[] = []): string {
  const named = [...Map.groupBy(titles, ({ file }) => file)].map(([file, own]) => {
    const name = file.replace(/(\.test)?\.tsx?$/, '').replace(/^tests\//, '')
    return `[${name}](../../${file}) › ${own.map(({ title }) => `“${plain(title)}”`).join(', ')}`
  })
  return named.join('<br>')
}

/** Titles hold characters that mean something to Markdown. */
function plain(title: string): string {
  return title.replace(/[*_`<>[\]\\]/g, character => `\\${character}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(FINDINGS_FILE, findingsTable())
  writeFileSync(THREATS_FILE, threatsTable())
}

import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { THREAT_GROUPS, type ThreatGroup } from '../tests/security/threats/all.ts'
import type { Proof, Threat } from '../tests/security/threats/threat.ts'

/** Writes the table of threats, tests and mutation checks: `node scripts/security-table.ts`. A test fails when the file is another one. */
export const README_FILE = fileURLToPath(new URL('../tests/security/README.md', import.meta.url))

const INTRODUCTION = `# Threats, tests and mutation checks

Each row is a threat or a fault, the tests that show the defence, and the mutation checks that show that the defence is what helps: with it
switched off, or something naive in its place, the attack gets through. Where there is nothing of ours that could be switched off, the row says why. **P0** holds before anyone relies on Ringback, **P1** before a CI
does, **P2** later. Placeholders in titles (\`%s\`, \`$name\`) stand for the rows of a table in that test.

This file is generated from [threats/](threats/all.ts) by \`node scripts/security-table.ts\`; do not edit it. [threats.test.ts](threats.test.ts)
fails when it is out of date, or when a test that it names is gone.

\`npm test\` runs what is named here, at the size of a pull request. \`npm run test:soak\` runs the same tests for longer
([soak.config.ts](../soak.config.ts)).
`

/** The text of the README. */
export function securityReadme(): string {
  return [INTRODUCTION, summary(), ...THREAT_GROUPS.map(table)].join('\n')
}

function summary(): string {
  const threats = THREAT_GROUPS.flatMap(group => group.threats)
  const line = (priority: Threat['priority']) => {
    const rows = threats.filter(threat => threat.priority === priority)
    const tested = rows.filter(({ tests }) => tests.length > 0)
    const mutated = rows.filter(({ mutations }) => mutations.length > 0)
    const without = rows.filter(({ nothingToSwitchOff }) => nothingToSwitchOff !== undefined)
    return `| ${priority} | ${rows.length} | ${tested.length} | ${mutated.length} | ${without.length} |`
  }
  const lines = (['P0', 'P1', 'P2'] as const).map(line)
  return [
    `| | rows | with a test | with a mutation check | nothing to switch off |`,
    '|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n')
}

function table({ title, threats }: ThreatGroup): string {
  const head = ['| | | Threat or fault | Tests | Without the defence | Not covered |', '|---|---|---|---|---|---|']
  return [`## ${title}`, '', ...head, ...threats.map(row), ''].join('\n')
}

function row({ id, priority, threat, tests, mutations, nothingToSwitchOff, notCovered }: Threat): string {
  const none = tests.length === 0 ? 'not covered' : ''
  const cells = [
    id,
    priority,
    threat,
    byFile(tests) || none,
    mutations.map(({ off, ...proof }) => `${off}: ${byFile([proof])}`).join('<br>') ||
      withoutDefence(nothingToSwitchOff) ||
      none,
    notCovered ?? none,
  ]
  return `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function withoutDefence(reason: string | undefined): string {
  return reason === undefined ? '' : `nothing to switch off: ${reason}`
}

function byFile(proofs: readonly Proof[]): string {
  const groups = Map.groupBy(proofs, ({ file }) => file)
  return [...groups]
    .map(
      ([file, own]) => `[${nameOf(file)}](../../${file}) › ${own.map(({ title }) => `“${plain(title)}”`).join(', ')}`,
    )
    .join('<br>')
}

function nameOf(file: string): string {
  return file.replace(/\.test\.ts$/, '').replace(/^tests\//, '')
}

/** Titles hold characters that mean something to Markdown. */
function plain(title: string): string {
  return title.replace(/[*_`<>[\]\\]/g, character => `\\${character}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(README_FILE, securityReadme())

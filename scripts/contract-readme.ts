import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ASSUMPTIONS } from '../server/contract/assumptions.ts'

/**
 * Writes the list of guesses into the README of the contract: `node scripts/contract-readme.ts`. A test fails when that list is out of
 * date.
 */
export const CONTRACT_README = fileURLToPath(new URL('../server/contract/README.md', import.meta.url))
const HEADING = '## What is left open'

/** The README: its facts as they are, and the guesses as the register has them. */
export function contractReadme(): string {
  const [facts = ''] = readFileSync(CONTRACT_README, 'utf8').split(HEADING)
  const rows = Object.entries(ASSUMPTIONS).map(([id, { title, default: value, alternatives }]) => {
    const others = (alternatives as readonly unknown[]).map(shown).join(' · ')
    return `| <a id="${id}"></a>\`${id}\` | ${escaped(title)} | ${shown(value)} | ${others} |`
  })
  const intro = `Each is an entry of the register; \`ringback assumptions\` lists them with what rests on them. Comments cite their ids.`
  return `${facts}${HEADING}\n\n${intro}\n\n| | | Ringback uses | or |\n|---|---|---|---|\n${rows.join('\n')}\n`
}

const shown = (value: unknown) => `\`${escaped(typeof value === 'string' ? value : JSON.stringify(value))}\``
const escaped = (text: string) => text.replaceAll('|', '\\|')

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(CONTRACT_README, contractReadme())

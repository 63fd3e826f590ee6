import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Report, tableOf } from './report.ts'

/**
 * Puts the table of a run into the README beside this file: `npm run bench -- --json bench.json`, then `node scripts/bench/readme.ts
 * bench.json`.
 */
const README = fileURLToPath(new URL('README.md', import.meta.url))
const [BEGIN, END] = ['<!-- bench -->', '<!-- /bench -->']

const file = process.argv[2]
const text = readFileSync(README, 'utf8')
const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)]
if (file === undefined || from < 0 || to < from) {
  console.error(
    file === undefined
      ? 'Name the file that `npm run bench -- --json <file>` has written.'
      : `scripts/bench/README.md has no ${BEGIN} followed by ${END}.`,
  )
  process.exit(2)
}
const report = JSON.parse(readFileSync(file, 'utf8')) as Report
writeFileSync(README, `${text.slice(0, from + BEGIN.length)}\n${tableOf(report)}\n${text.slice(to)}`)

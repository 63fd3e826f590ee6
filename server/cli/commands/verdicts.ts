import { type Command, Option } from 'commander'
import { groundOf } from '../../contract/verdict-sentences/grounds.ts'
import type { VerdictText } from '../../contract/verdict-sentences/verdict-text.ts'
import { VERDICT_SENTENCES, type VerdictId } from '../../contract/verdict-sentences.ts'
import type { WorldJudgement } from '../../control/protocol/verdicts.ts'
import { SEVERITIES } from '../../verdicts/rule.ts'
import { RULES } from '../../verdicts/rules.ts'
import { EXIT } from '../exit-codes.ts'
import { facts } from '../output.ts'
import { type ExitWith, onWorld, withExamples, withSubcommandExamples } from '../target.ts'
import { ruleId } from '../verdict-conditions.ts'
import { hasError, leftOutText, ofTenant, verdictsText } from '../verdicts-text.ts'

interface Flags {
  tenant?: string
  severity?: (typeof SEVERITIES)[number]
  allWorlds?: boolean
}

export function configure(command: Command, exitWith: ExitWith): void {
  withExamples(command, 'ringback verdicts --severity error', 'ringback verdicts explain double_call')
  const list = command
    .command('list', { isDefault: true })
    .summary('show what clients did well and badly; 3 when there is a finding that is an error')
    .option('--tenant <slug>', 'only clients of this tenant')
    .addOption(new Option('--severity <severity>', 'only findings of this severity').choices(SEVERITIES))
    .option('--all-worlds', 'of all worlds since the start, including removed and reset ones')
  onWorld(
    list,
    async ({ emulator, world, print }) => {
      const { tenant, severity, allWorlds } = list.opts<Flags>()
      // One that is misspelt has no clients either.
      if (tenant !== undefined && !allWorlds) world.tenant(tenant)
      const all = allWorlds ? (await emulator.verdicts()).data : await world.verdicts()
      const { receivers_left_out } = await world.client.get<WorldJudgement>(['verdicts'])
      const rows = tenant === undefined ? all : all.flatMap(row => ofTenant(row, tenant))
      const shown = rows.map(row => ({
        ...row,
        findings: row.findings.filter(finding => severity === undefined || finding.severity === severity),
      }))
      const text = () => [verdictsText(shown), ...leftOutText(allWorlds ? 0 : receivers_left_out)].join('\n')
      print(shown, text)
      return hasError(rows) ? EXIT.verdict : undefined
    },
    exitWith,
  )
  command
    .command('explain <rule>')
    .summary('say what a rule is about, what it rests on, and how to mend a client; needs no emulator')
    .option('--url <url>', 'changes nothing: the rules are those of this command line, whichever emulator runs')
    .action((id: string) => {
      process.stdout.write(`${explained(ruleId(id) as VerdictId)}\n`)
    })
  withSubcommandExamples(command, {
    list: ['ringback verdicts --severity error', 'ringback verdicts list --tenant pro --all-worlds'],
    explain: 'ringback verdicts explain double_call',
  })
}

function explained(id: VerdictId): string {
  const { says, fix, open, messages }: VerdictText = VERDICT_SENTENCES[id]
  const rule = RULES.find(one => one.id === id)
  const several = Object.entries<string>(messages).filter(([name]) => !name.endsWith('_one'))
  const ways = several.map(([, text]) => text.replace(/\{\{(\w+)(?:, duration)?\}\}/g, '<$1>'))
  const options = Object.entries(rule?.options ?? {}).map(([name, value]) => `${name}: ${value}`)
  return facts([
    ['Rule', id],
    ['Says', says],
    ['Severity', rule?.severity ?? 'error'],
    ['Rests on', rule === undefined ? 'POST /verdicts/expect' : groundOf(rule.rests_on)],
    ['How to mend it', fix],
    ...(open === undefined ? [] : [['What decides it', open] as [string, string]]),
    ...ways.map((text, index): [string, string] => [index === 0 ? 'What it may find' : '', text]),
    ['Settings', ['severity', ...options].join(', ')],
  ])
}

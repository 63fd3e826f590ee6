import { type Command, Option } from 'commander'
import type { VerdictId } from '../../contract/verdict-sentences.ts'
import type { WorldJudgement } from '../../control/protocol/verdicts.ts'
import { SEVERITIES } from '../../verdicts/rule.ts'
import { EXIT } from '../exit-codes.ts'
import { printer } from '../output.ts'
import { ruleFacts, rulePage } from '../rule-page.ts'
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
    .command('explain')
    .argument('<rule>', 'id of the rule')
    .summary('say what a rule finds, with a bad and a good exchange, and how to fix it; needs no emulator')
    .option('--url <url>', 'changes nothing: the rules are those of this command line, whichever emulator runs')
    .option('--json', 'print one line of JSON to stdout')
    .action((id: string, { json }: { json?: boolean }) => {
      const known = ruleFacts(ruleId(id) as VerdictId)
      printer(json === true)(known, () => rulePage(known))
    })
  withSubcommandExamples(command, {
    list: ['ringback verdicts --severity error', 'ringback verdicts list --tenant pro --all-worlds'],
    explain: 'ringback verdicts explain double_call',
  })
}

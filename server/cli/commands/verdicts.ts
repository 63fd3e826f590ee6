import { type Command, Option } from 'commander'
import { ASSUMPTIONS } from '../../contract/assumptions.ts'
import { DRILLS } from '../../contract/drills.ts'
import { ERRORS } from '../../contract/errors.ts'
import type { VerdictId } from '../../contract/verdict-sentences.ts'
import type { WorldJudgement } from '../../control/protocol/verdicts.ts'
import { SEVERITIES } from '../../verdicts/rule.ts'
import { CommandError, EXIT } from '../exit-codes.ts'
import { printer } from '../output.ts'
import { here } from '../own-command.ts'
import { ruleFacts, rulePage } from '../rule-page.ts'
import { type ExitWith, onWorld, withExamples, withSubcommandExamples } from '../target.ts'
import { ruleId } from '../verdict-conditions.ts'
import { hasError, leftOutText, ofTenant, verdictsText } from '../verdicts-text.ts'

const CODES: ReadonlySet<string> = new Set(Object.values(ERRORS).map(({ code }) => code))
const DRILL_NAMES: ReadonlySet<string> = new Set(DRILLS.map(({ drill }) => drill))
/** `#16`, `16`, or the id of a request. */
const REQUEST = /^(#?\d+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** What explains what is no rule. */
function explainedElsewhere(id: string): string | undefined {
  if (CODES.has(id))
    return `${id} is an error code and no rule. "${here(`logs --code ${id}`)}" lists the requests that got it, and "${here('logs show <request>')}" explains the answer to one.`
  if (DRILL_NAMES.has(id))
    return `${id} is a drill and no rule. "${here('drill --list')}" says what each is about, and what it goes by.`
  if (Object.hasOwn(ASSUMPTIONS, id))
    return `${id} is an assumption and no rule. "${here(`assumptions show ${id}`)}" explains it.`
  if (REQUEST.test(id))
    return `${id} is no rule. "${here(`logs show ${id.replace('#', '')}`)}" explains a request and its answer.`
  return undefined
}

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
      const elsewhere = explainedElsewhere(id)
      if (elsewhere !== undefined) throw new CommandError(elsewhere, EXIT.usage)
      const known = ruleFacts(ruleId(id) as VerdictId)
      printer(json === true)(known, () => rulePage(known))
    })
  withSubcommandExamples(command, {
    list: ['ringback verdicts --severity error', 'ringback verdicts list --tenant pro --all-worlds'],
    explain: 'ringback verdicts explain double_call',
  })
}

/**
 * `node scripts/llms.ts`: writes llms.txt and llms-full.txt for agents, from the contract, the command line and the rules on clients. The
 * dashboard serves them, and the package ships them with it. A test runs it and expects no change.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { COMMANDS } from '../server/cli/commands.ts'
import { ASSUMPTIONS } from '../server/contract/assumptions.ts'
import { API_PREFIX, BURST_WINDOW_SECONDS, DAY_ZONE, MINUTE_WINDOW_SECONDS } from '../server/contract/constants.ts'
import { ENDPOINTS } from '../server/contract/endpoints.ts'
import { ERRORS } from '../server/contract/errors.ts'
import { DELIVERY_HEADERS, EVENT_KINDS } from '../server/contract/events.ts'
import { DEFAULT_LIMITS, PLANS } from '../server/contract/plans.ts'
import { VERDICT_SENTENCES } from '../server/contract/verdict-sentences.ts'

const PUBLIC = path.join(import.meta.dirname, '../renderer/public')
export const LLMS_FILES = { short: path.join(PUBLIC, 'llms.txt'), full: path.join(PUBLIC, 'llms-full.txt') } as const

const HEAD = `# Ringback

> Local emulator and test harness of an outbound-calling Open API. Develop, test and judge a client of that API offline: real answers under ${API_PREFIX}, a clock
> that you move, signed webhooks, and verdicts on how the client behaved.

- Start: \`npx ringback start\` prints the address, keys and a line to try. \`npx ringback exec -- <command>\` runs a test suite against an emulator of its own and gives
  it RINGBACK_BASE_URL, RINGBACK_API_KEY, RINGBACK_STAFF_ID, RINGBACK_PROJECT_ID, RINGBACK_CONTROL_URL and RINGBACK_WORLD.
- The control API is at /control (OpenAPI: /control/openapi.json), the emulated contract at ${API_PREFIX} (OpenAPI: /control/contract/openapi.json).
- A world is an isolated emulated service with tenants (free, pro, max, unplanned, disabled, neighbour), keys, clock and journal. Its clock may be frozen: emulated
  time passes only when it is moved (\`ringback clock advance 10m\`, POST /control/worlds/{world}/clock/advance).
- Why was a request refused? GET /control/worlds/{world}/requests/{request_id} has an explanation and the trace of the gates; \`ringback logs show <id>\`.
- Agents: \`npx ringback mcp\` serves tools over the Model Context Protocol.
`

const limitsText = () =>
  Object.entries({ ...PLANS, 'without a plan': DEFAULT_LIMITS })
    .map(
      ([plan, { per_minute, burst, per_day, webhook_sends_per_day }]) =>
        `- ${plan}: ${per_minute} a minute, ${burst} in ${BURST_WINDOW_SECONDS} s, ${per_day} successes a day, ${webhook_sends_per_day ?? 'unlimited'} webhook sends a day`,
    )
    .join('\n')

const SECTIONS = `## Endpoints

${ENDPOINTS.map(({ method, path: place, scope, summary }) => `- ${method} ${place} (${scope}): ${summary}`).join('\n')}

## Limits

Fixed windows of ${MINUTE_WINDOW_SECONDS} s and ${BURST_WINDOW_SECONDS} s, and the day of ${DAY_ZONE}. A refusal is 429 with Retry-After in seconds.

${limitsText()}

## Webhooks

Events: ${EVENT_KINDS.join(', ')}. Verify ${DELIVERY_HEADERS.signature} over the raw bytes of the body with the whole secret before parsing; answer 2xx at once; deduplicate by
${DELIVERY_HEADERS.delivery}.

## Commands

${COMMANDS.map(({ name, summary }) => `- ringback ${name}: ${summary}`).join('\n')}
`

/** At most six kilobytes. */
export const llmsText = (): string =>
  `${HEAD}\n${SECTIONS}\n## More\n\n- [Everything in one file](/llms-full.txt): errors, assumptions, rules on clients\n`

export function llmsFullText(): string {
  const errors = Object.values(ERRORS).map(({ status, code, message }) => `- ${status} ${code}: ${message}`)
  const rules = Object.entries(VERDICT_SENTENCES).map(([id, { says, fix }]) => `- ${id}: ${says} ${fix}`)
  const guesses = Object.entries(ASSUMPTIONS).map(
    ([id, { title, default: value }]) => `- ${id}: ${title}. Ringback uses ${JSON.stringify(value)}.`,
  )
  return `${HEAD}
${SECTIONS}
## Errors

Statuses and codes that the service does not document are guesses with these defaults.

${errors.join('\n')}

## Rules on clients

\`ringback verdicts\` and \`ringback exec --fail-on verdicts\` judge by them.

${rules.join('\n')}

## What the contract leaves open

Each can be switched with \`--assume id=value\`.

${guesses.join('\n')}
`
}

if (import.meta.main) {
  writeFileSync(LLMS_FILES.short, llmsText())
  writeFileSync(LLMS_FILES.full, llmsFullText())
}

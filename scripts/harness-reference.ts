/**
 * `node scripts/harness-reference.ts`: writes server/harness/README.md, the reference of the harness, from its types and the comments on
 * them. A test runs it and expects no change.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

const HARNESS = path.join(import.meta.dirname, '../server/harness')
export const HARNESS_README = path.join(HARNESS, 'README.md')

/** In the order in which a newcomer meets them, with how one gets there. */
const CLASSES = {
  EmulatorHandle: '`await startEmulator(…)`, `await connectEmulator({ url })`, the fixture `emulator`',
  WorldHandle: '`await emulator.createWorld(…)`, `emulator.world`, the fixture `world`',
  TenantHandle: "`world.tenant('pro')`",
  LimitsHandle: '`tenant.limits`',
  ClockHandle: '`world.clock`',
  CallsHandle: '`world.calls`',
  CallScriptsHandle: '`world.callScripts`',
  EventsHandle: '`world.events`',
  WebhooksHandle: '`world.webhooks`',
  DeliveriesHandle: '`world.deliveries`',
  ReceiverHandle: '`await world.receiver()`, the fixture `receiver`',
  InboxHandle: "`world.inbox('crm')`",
  ForwardsHandle: '`world.forwards`',
  LedgerHandle: '`world.ledger`',
  RequestsHandle: '`world.requests`',
  FaultsHandle: '`world.faults`',
  AssumptionsHandle: '`world.assumptions`',
  SnapshotsHandle: '`world.snapshots`',
  DrillsHandle: '`world.drills`',
} as const satisfies { readonly [name: string]: string }

const HEAD = `# The harness

\`import { startEmulator } from 'ringback'\`. This file is generated from the types (\`node scripts/harness-reference.ts\`); how a test runner uses it, with an example for
each, is in [the README of the command line](../cli/README.md#in-vitest). The types of what the control API takes and gives are exported by the package too.
`

/** What is read of a syntax tree. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly id?: { readonly name: string } | null
  readonly declaration?: Node | null
  readonly body?: Node | readonly Node[] | null
  readonly key?: { readonly type: string; readonly name?: string }
  readonly kind?: string
  readonly static?: boolean
  readonly accessibility?: string | null
  readonly value?: { readonly body?: Node | null } | null
}
interface Source {
  readonly text: string
  readonly body: readonly Node[]
  readonly comments: readonly { readonly value: string; readonly start: number; readonly end: number }[]
}

function sources(): Source[] {
  return readdirSync(HARNESS)
    .filter(file => /(?<!\.test)\.ts$/.test(file))
    .map(file => {
      const text = readFileSync(path.join(HARNESS, file), 'utf8')
      const { program, comments } = parseSync(file, text)
      return { text, body: program.body as unknown as Node[], comments }
    })
}

export function harnessReference(): string {
  const all = sources()
  const sections = Object.entries(CLASSES).map(([name, how]) => {
    for (const source of all)
      for (const node of source.body) {
        const declared = node.declaration ?? node
        if (declared.id?.name === name) return section(source, { node, declared, name, how })
      }
    throw new Error(`The harness has no ${name}. Take it out of the list in scripts/harness-reference.ts.`)
  })
  return `${HEAD}\n${sections.join('\n')}`
}

interface Declared {
  readonly node: Node
  readonly declared: Node
  readonly name: string
  readonly how: string
}

function section(source: Source, { node, declared, name, how }: Declared): string {
  const { body } = declared.body as { readonly body: readonly Node[] }
  const rows = body.flatMap(member => {
    const text = signatureOf(source, member)
    return text === undefined ? [] : [`| \`${cell(text)}\` | ${cell(commentOn(source, member.start))} |`]
  })
  return `## ${name}\n\n${how}. ${commentOn(source, node.start)}\n\n| member | |\n| --- | --- |\n${rows.join('\n')}\n`
}

/** A member as people write it; none for what is private, inherited machinery or the constructor. */
function signatureOf({ text }: Source, member: Node): string | undefined {
  const { key, kind, value } = member
  if (key?.type !== 'Identifier' || kind === 'constructor' || member.static || member.accessibility === 'private')
    return undefined
  const end = member.type === 'MethodDefinition' ? (value?.body?.start ?? member.end) : member.end
  return text
    .slice(member.start, end)
    .replace(/^(?:readonly|async) /, '')
    .replace(/\s+/g, ' ')
    .replace(/,? ([)}])/g, (_, bracket: string) => (bracket === '}' ? ' }' : bracket))
    .replace(/([(]) /g, '$1')
    .trim()
}

/** The comment that ends right before a place, in one line. */
function commentOn({ text, comments }: Source, place: number): string {
  const comment = comments.find(({ start, end }) => start < place && /^\s*$/.test(text.slice(end, place)))
  if (comment === undefined || !comment.value.startsWith('*')) return ''
  const lines = comment.value
    .slice(1)
    .split('\n')
    .map(line => line.replace(/^\s*\* ?/, ''))
  return lines
    .join(' ')
    .replace(/@throws/g, 'Throws')
    .replace(/@param/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

const cell = (text: string) => text.replaceAll('|', '\\|')

if (import.meta.main) writeFileSync(HARNESS_README, harnessReference())

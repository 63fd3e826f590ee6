import type { Command } from 'commander'
import type { CallDetailView, PlaceCallBody } from '../../index.ts'
import { noteCut } from '../cut-note.ts'
import { addListFlags, listFilter } from '../list-flags.ts'
import { tokyoTime } from '../log-table.ts'
import { facts, table } from '../output.ts'
import { onWorld, type Target, withExamples, withSubcommandExamples } from '../target.ts'
import { wholeNumber } from '../whole-number.ts'

interface PlaceFlags {
  tenant: string
  inbound?: boolean
  staff?: string
  project?: string
  externalId?: string
}

export function configure(command: Command): void {
  withExamples(
    command,
    'ringback call place +81312340001 --tenant pro --external-id crm-1',
    'ringback call step call_7x03v6qfkvjmepmzilrw missed_call',
  )
  const place = command
    .command('place')
    .argument('<phone_number>', 'the number to call, in E.164: +81312340001')
    .summary('place a simulated call')
    .option('--tenant <slug>', 'tenant of the call', 'pro')
    .option('--inbound', 'an inbound call')
    .option('--staff <id>', 'staff member (default: the first of the tenant)')
    .option('--project <id>', 'project (default: the first of the tenant)')
    .option('--external-id <id>', 'your own id for the call')
  onWorld(place, async (target, phone_number: string) => {
    const { tenant, inbound, staff, project, externalId } = place.opts<PlaceFlags>()
    const call: PlaceCallBody = {
      tenant,
      phone_number,
      call_type: inbound ? 'inbound' : undefined,
      staff_id: staff === undefined ? undefined : wholeNumber('staff', staff),
      project_id: project === undefined ? undefined : wholeNumber('project', project),
      external_id: externalId,
    }
    showCall(target, await target.world.calls.place(call))
  })
  onWorld(
    command
      .command('step')
      .argument('<call_id>', 'id of the call')
      .argument('<to>', 'the step to take')
      .summary('take a step: ringing, connected, ended, missed_call, no_answer, busy, failed'),
    async (target, call_id: string, to: CallStepText) => showCall(target, await target.world.calls.step(call_id, to)),
  )
  onWorld(
    command.command('show').argument('<call_id>', 'id of the call').summary('show a call'),
    async (target, call_id: string) => showCall(target, await target.world.calls.get(call_id)),
  )
  const list = command.command('list').summary('list calls, newest first')
  onWorld(addListFlags(list, 'calls'), async ({ world, json, print }) => {
    const filter = listFilter(list, 'calls')
    const calls = await world.calls.list(filter)
    const rows = calls.map(call => [
      call.call_id,
      call.tenant,
      call.call_type,
      call.status,
      call.phone_number,
      tokyoTime(call.initiated_at),
      call.ended_at && tokyoTime(call.ended_at),
      call.external_id,
    ])
    const titles = ['CALL', 'TENANT', 'TYPE', 'STATUS', 'NUMBER', 'AT (JST)', 'ENDED (JST)', 'EXTERNAL ID']
    print(calls, () => table(titles, rows, 'No calls.'))
    if (!json) await noteCut(world, { list: 'calls', filter, rows: rows.length })
  })
  withSubcommandExamples(command, {
    place: 'ringback call place +81312340001 --tenant pro --external-id crm-1',
    step: 'ringback call step call_7x03v6qfkvjmepmzilrw missed_call',
    show: 'ringback call show call_7x03v6qfkvjmepmzilrw',
    list: 'ringback call list --tenant pro --status connected,missed_call',
  })
}

type CallStepText = Parameters<Target['world']['calls']['step']>[1]

function showCall({ print }: Target, call: CallDetailView): void {
  print(call, () =>
    facts([
      ['Call', call.call_id],
      ['Tenant', call.tenant],
      ['Type', call.call_type],
      // Its status is connected while both sides talk, and afterwards.
      ['Status', call.ended_at === null ? call.status : `${call.status} (ended at ${tokyoTime(call.ended_at)} JST)`],
      ['Duration', call.duration_seconds === null ? null : `${call.duration_seconds} s (duration_seconds)`],
      ['Number', call.phone_number],
      ['External id', call.external_id],
      ['So far', call.steps.map(({ at, to }) => `${to} (${tokyoTime(at)} JST)`).join(', ') || '-'],
      ['Planned', call.pending_steps.map(({ due_at, to }) => `${to} (${tokyoTime(due_at)} JST)`).join(', ') || '-'],
      ['By hand', call.possible_steps.join(', ') || '-'],
      ['Events', call.events.map(({ event, event_id }) => `${event} ${event_id}`).join(', ') || '-'],
    ]),
  )
}

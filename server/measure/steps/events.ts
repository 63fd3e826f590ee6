import type { Json } from '../../contract/assumption-entry.ts'
import { SUBSCRIBABLE_EVENTS } from '../../contract/events.ts'
import type { Known } from '../known.ts'
import type { Need, Step } from '../step.ts'
import { CONTROL, EVENT_CALL, FINAL_STATUSES, TO_THE_END } from '../watch.ts'
import { initiate } from './calls.ts'

const NEEDS: readonly Need[] = ['receiver', 'test_key']
const [ANSWERED, ...UNANSWERED] = FINAL_STATUSES

/** A webhook of the receiver, told from the others by the path of its URL. */
const hook = (name: string, filters?: (project: number) => Json): Step => ({
  name,
  class: '2R',
  method: 'POST',
  path: '/webhooks',
  needs: NEEDS,
  ...(filters === undefined ? {} : { uses: ['customers'] }),
  body: known => {
    const [receiver, project] = [known.get('receiver'), known.number('project')]
    if (receiver === undefined || (filters !== undefined && project === undefined)) return undefined
    const subscription = { url: `${receiver}/${known.tag(name)}`, events: [...SUBSCRIBABLE_EVENTS] }
    return filters === undefined ? subscription : { ...subscription, filters: filters(project ?? 0) }
  },
})
const put = (name: string, of: string, body: (known: Known) => Json | undefined, more: Partial<Step>): Step => ({
  name,
  class: '2R',
  method: 'PUT',
  path: `/webhooks/{id:${of}}`,
  needs: NEEDS,
  body,
  ...more,
})
const remove = (of: string, more: Partial<Step> = {}): Step => ({
  name: `delete_${of}`,
  class: '2R',
  method: 'DELETE',
  path: `/webhooks/{id:${of}}`,
  needs: NEEDS,
  ...more,
})

/** Deliveries of the call of this run to these fail, so that they are tried again. */
export const FAILING: readonly string[] = [
  CONTROL,
  'watched_moved',
  'watched_unsubscribed',
  'watched_disabled',
  'watched_deleted',
  TO_THE_END,
]

/** Class 2R: webhooks that wait for the event of one call of a test key, and what happens to its deliveries. */
export const EVENT_STEPS: readonly Step[] = [
  ...FAILING.map(name => hook(name)),
  hook('watched_empty', () => ({ project_ids: [] })),
  hook('watched_answered', project => ({ project_ids: [project], call_status: [ANSWERED ?? ''] })),
  hook('watched_unanswered', project => ({ project_ids: [project], call_status: [...UNANSWERED] })),
  { ...hook('watched_traffic'), needs: ['receiver'] },
  { ...initiate(EVENT_CALL), class: '2R', needs: NEEDS },
  put(
    'move_watched',
    'watched_moved',
    known => {
      const receiver = known.get('receiver')
      return receiver === undefined ? undefined : { url: `${receiver}/${known.tag('watched_moved')}/moved` }
    },
    { waitsFor: { for: 'event' } },
  ),
  put(
    'unsubscribe_watched',
    'watched_unsubscribed',
    known => {
      const kind = known.ownEvent()
      return kind === undefined ? undefined : { events: SUBSCRIBABLE_EVENTS.filter(name => name !== kind) }
    },
    { waitsFor: { for: 'event' } },
  ),
  put('disable_watched', 'watched_disabled', () => ({ is_enabled: false }), { waitsFor: { for: 'event' } }),
  remove('watched_deleted', { waitsFor: { for: 'event' } }),
  put('enable_watched', 'watched_disabled', () => ({ is_enabled: true }), {
    waitsFor: { for: 'attempt', since: 'disable_watched' },
  }),
  remove('watched_moved', { waitsFor: { for: 'attempt', since: 'move_watched' } }),
  remove('watched_unsubscribed', { waitsFor: { for: 'attempt', since: 'unsubscribe_watched' } }),
  remove('watched_disabled', { waitsFor: { for: 'attempt', since: 'enable_watched' } }),
  remove('watched_empty', { waitsFor: { for: 'settled' } }),
  remove('watched_answered'),
  remove('watched_unanswered'),
  remove(CONTROL, { waitsFor: { for: 'attempt', since: 'delete_watched_deleted' } }),
  remove(TO_THE_END, { waitsFor: { for: 'silence' } }),
  remove('watched_traffic', { waitsFor: { for: 'statuses' }, needs: ['receiver'] }),
]

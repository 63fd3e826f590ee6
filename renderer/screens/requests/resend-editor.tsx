import { Group, Select, Textarea, TextInput } from '@mantine/core'
import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Scope } from '../../../server/contract/scopes.ts'
import type { ExchangeDetailView } from '../../../server/control/protocol/journal.ts'
import { Action } from '../../components/action.tsx'
import { AlsoNow } from '../../components/also-now.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { revokedKeyOf, type Told } from '../../components/gate-words.ts'
import { jsonErrorAt, laidOutJson } from '../../components/json-text.ts'
import steps from '../../components/next-steps.module.css'
import { useReplay } from '../../data/queries.ts'
import { keyFor, usableKeys, usualTenant } from '../../data/tenant-keys.ts'
import { usePresenting, useShown } from '../../routing/use-present.ts'
import { Answer } from './answer.tsx'
import { headerChanges } from './header-text.ts'
import { isStillThere, type RefusedPlace, refusedPlaces } from './refused-places.ts'
import classes from './requests.module.css'
import {
  bodyOf,
  changesOf,
  type Draft,
  SAME,
  type Start,
  sentOf,
  startOf,
  type VeiledPart,
  veiledAnew,
} from './resend-draft.ts'

interface Props {
  told: Told
  /** In the words of the button that has opened it. */
  title: string
  /** Whether it was opened to send the request with another key. */
  isForKey: boolean
  onClose: () => void
  onOpen: (id: string) => void
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const
/** A key to send with instead of one that was refused: with the scope that it lacked, of the tenant whose it was, or of the usual one. */
function keyInstead({ exchange, world }: Told): string {
  const tenants = world?.tenants ?? []
  const own = tenants.find(({ tenant }) => tenant === exchange.tenant)
  const lacking = exchange.trace.find(
    ({ gate, outcome }) => gate === 'scope' && (outcome === 'rejected' || outcome === 'would_reject'),
  )
  const fitting = lacking && keyFor(own, String(lacking.figures?.required) as Scope)
  if (fitting !== undefined) return fitting
  const whose = tenants.find(({ tenant }) => tenant === revokedKeyOf(exchange)?.tenant)
  const found = [whose, usualTenant(tenants), ...tenants].flatMap(tenant => (tenant ? usableKeys(tenant) : []))[0]
  return found?.key ?? SAME
}

const linesOf = (text: string) => text.split('\n').length
const [LEAST_ROWS, MOST_ROWS] = [4, 8]
/** Fields beside each other begin at one height, however long their hints are. */
const HINT_BELOW: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description']

/** Which part has the focus first: where something was refused, else the body, or without one where it went. */
const firstPart = (exchange: ExchangeDetailView, [first]: readonly RefusedPlace[]): RefusedPlace['part'] =>
  first?.part ?? (bodyOf(exchange) === '' ? 'target' : 'body')

/** Selects a place in a field once it has the focus, and has it in view. */
function useSelected(place: RefusedPlace | undefined) {
  const isDone = useRef(false)
  return (part: RefusedPlace['part']) =>
    ({ currentTarget: field }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      if (place?.part !== part || isDone.current) return
      isDone.current = true
      const { from, to } = place
      field.setSelectionRange(from, to)
      const lines = field.value.split('\n').length
      // Letters of one width, on lines of one height.
      field.scrollTop = (field.scrollHeight / lines) * (field.value.slice(0, from).split('\n').length - 2)
      if (lines === 1) field.scrollLeft = (field.scrollWidth / field.value.length) * to - field.clientWidth * 0.8
    }
}

/** Whether something of a text is not for those who look on, and so cannot be edited. */
function useIsHidden(): (text: string) => boolean {
  const forOthers = useShown()
  return text => forOthers(text) !== text
}

/** What was refused of a part, and why. */
function Refused({ places }: { places: readonly RefusedPlace[] }) {
  return places.map(({ field, said }) => (
    <span key={field} className={classes.refused_place}>
      {field !== undefined && <code>{field}</code>} {said}
    </span>
  ))
}

function Fields({
  told,
  start,
  draft,
  refused,
  set,
  onLeft,
}: {
  told: Told
  start: Start
  draft: Draft
  /** What the newest answer refused. */
  refused: readonly RefusedPlace[]
  set: (change: Partial<Draft>) => void
  /** Somebody has left a part for another one. */
  onLeft: (part: VeiledPart) => void
}) {
  const { t } = useTranslation()
  const { exchange, world } = told
  // Both begin as high as the longer of them needs, within reason, and do not grow while one types.
  const [rows] = useState(() => Math.min(MOST_ROWS, Math.max(LEAST_ROWS, linesOf(draft.headers), linesOf(draft.body))))
  const presenting = usePresenting()
  const [first] = useState(() => firstPart(exchange, refused))
  const focused = (part: RefusedPlace['part']) => (part === first ? true : undefined)
  // Where the fields show it otherwise, it has another length.
  const isFrozen = presenting && (start.body === undefined || start.target === undefined)
  const select = useSelected(isFrozen ? undefined : refused[0])
  const refusedIn = (part: RefusedPlace['part']) => {
    const places = refused.filter(place => place.part === part && isStillThere(place, draft))
    return places.length > 0 && (part !== 'key' || draft.key === SAME) ? <Refused places={places} /> : undefined
  }
  const isLaidOut = sentOf(start, draft, 'body') === start.whole.body && laidOutJson(bodyOf(exchange)) !== undefined
  const isHidden = useIsHidden()
  const forOthers = useShown()
  const veilOf = (part: VeiledPart) => {
    const sent = sentOf(start, draft, part)
    if (sent === undefined) return { error: t('requests.dots_changed') }
    // What is being written is dots soon, where it can be told apart from the rest.
    if (isHidden(draft[part]) && veiledAnew(start, draft, part, forOthers) === undefined)
      return { description: t('requests.part_hidden') }
    return isHidden(sent) ? { description: t('requests.parts_kept') } : {}
  }
  // When a window loses the focus, its field keeps it.
  const left = (part: VeiledPart) => (event: FocusEvent) => {
    if (document.activeElement !== event.currentTarget) onLeft(part)
  }
  const [veilOfTarget, veilOfBody] = [veilOf('target'), veilOf('body')]
  const refusedBody = refusedIn('body')
  const broken = draft.body === '' ? undefined : jsonErrorAt(draft.body)
  const brokenText = broken && t('body.not_json', { ...broken })
  // The service has said so as well, and not always where: it is said once.
  const isSaidBroken = refusedBody !== undefined && refused.some(({ field }) => field === 'body')
  const keys = (world?.tenants ?? []).flatMap(tenant =>
    usableKeys(tenant).map(({ key, label }) => ({ value: key, label: `${tenant.tenant} · ${label}` })),
  )
  return (
    <>
      <Group gap="xs" align="start" wrap="nowrap">
        <Select
          size="xs"
          w={96}
          label={t('requests.method')}
          allowDeselect={false}
          data={[...METHODS]}
          value={draft.method}
          onChange={method => set({ method: method ?? draft.method })}
        />
        <TextInput
          // With dots for what was written, it is a field in which that was never typed.
          key={start.hiddenAnew.target}
          size="xs"
          flex={1}
          data-autofocus={focused('target')}
          error={veilOfTarget.error ?? refusedIn('target')}
          onFocus={select('target')}
          onBlur={left('target')}
          label={t('requests.path_and_query')}
          description={veilOfTarget.description}
          inputWrapperOrder={HINT_BELOW}
          value={draft.target}
          onChange={event => set({ target: event.currentTarget.value })}
          spellCheck={false}
          classNames={{ input: classes.code ?? '' }}
        />
        <Select
          size="xs"
          w={220}
          label={t('requests.key')}
          data-autofocus={focused('key')}
          error={refusedIn('key')}
          allowDeselect={false}
          data={[{ value: SAME, label: t('requests.same_key') }, ...keys]}
          value={draft.key}
          onChange={key => set({ key: key ?? SAME })}
        />
      </Group>
      <div className={classes.pair}>
        <Textarea
          label={t('requests.headers')}
          description={t('requests.headers_hint')}
          value={draft.headers}
          error={headerChanges(exchange.request.headers, draft.headers) ? undefined : t('requests.headers_refused')}
          inputWrapperOrder={HINT_BELOW}
          onChange={event => set({ headers: event.currentTarget.value })}
          rows={rows}
          spellCheck={false}
          classNames={{ input: classes.code ?? '' }}
        />
        <Textarea
          key={start.hiddenAnew.body}
          data-autofocus={focused('body')}
          error={veilOfBody.error ?? ((isSaidBroken && !isHidden(draft.body) && brokenText) || refusedBody)}
          onFocus={select('body')}
          onBlur={left('body')}
          label={t('requests.request_body')}
          description={
            veilOfBody.description ??
            (brokenText !== undefined && !isSaidBroken
              ? brokenText
              : t(isLaidOut ? 'requests.body_laid_out' : 'requests.body_hint'))
          }
          inputWrapperOrder={HINT_BELOW}
          value={draft.body}
          onChange={event => set({ body: event.currentTarget.value })}
          rows={rows}
          spellCheck={false}
          classNames={{ input: classes.code ?? '' }}
        />
      </div>
    </>
  )
}

const withHeadersFor = (forOthers: (text: string) => string, exchange: ExchangeDetailView): ExchangeDetailView => ({
  ...exchange,
  request: {
    ...exchange.request,
    headers: exchange.request.headers.map(([name, value]) => [name, forOthers(value)]),
  },
})

/** The same request as a draft would send it, as far as it is asked for now: of the tenant whose key that has. */
function toldOf({ exchange, world }: Told, { key, method, target }: Draft): Told {
  const whose = world?.tenants.find(tenant => usableKeys(tenant).some(usable => usable.key === key))
  const [path = '/'] = target.split('?')
  return { world, exchange: { ...exchange, method, path, tenant: whose?.tenant ?? exchange.tenant } }
}

/** What refuses it whatever is written here. */
const OF_THE_TENANT: ReadonlySet<string> = new Set(['fault', 'rate', 'quota', 'license'])
/** What its key refuses, while it is sent with the same one to the same place. */
const isOfKey = (gate: string, one: Draft, other: Draft): boolean =>
  gate === 'scope' && one.key === other.key && one.method === other.method && one.target === other.target

/** The request open to change, and what it was answered before and is answered now, beside each other. */
export function ResendEditor({ told: whole, title, isForKey, onClose, onOpen }: Props) {
  const { t } = useTranslation()
  const forOthers = useShown()
  const presenting = usePresenting()
  // What is hidden of a header that nobody changes is sent as it was, and the others can be edited.
  const told = { ...whole, exchange: withHeadersFor(forOthers, whole.exchange) }
  const { exchange } = told
  const [start, setStart] = useState(() => startOf(exchange, forOthers))
  const [draft, setDraft] = useState(() => ({ ...start.draft, ...(isForKey && { key: keyInstead(told) }) }))
  const replay = useReplay()
  const [sent, setSent] = useState<Draft>()
  const changes = changesOf(exchange, draft, start)
  // Of what was sent here last, else of what was sent before; of its body as it stood here.
  const newest = replay.data ?? exchange
  const refused = refusedPlaces(t, { ...told, exchange: newest }, sent ?? start.draft)
  const send = () => {
    if (changes !== undefined) replay.mutate({ id: exchange.request_id, changes }, { onSuccess: () => setSent(draft) })
  }
  /** What was written before those who look on is dots from then on, as what was there before, and what is beside it can be corrected. */
  const hideAnew = (part: VeiledPart) => {
    const veil = veiledAnew(start, draft, part, forOthers)
    if (veil === undefined) return
    const hidden = (one: Draft) => (one[part] === draft[part] ? { ...one, [part]: veil.shown } : one)
    setStart({ ...start, [part]: veil, hiddenAnew: { ...start.hiddenAnew, [part]: start.hiddenAnew[part] + 1 } })
    setDraft(hidden)
    setSent(before => before && hidden(before))
  }
  const answered = replay.data
  const isHidden = useIsHidden()
  const answers = useRef<HTMLDivElement>(null)
  // Those who look on are shown what came of it.
  useEffect(() => {
    if (presenting && answered !== undefined) answers.current?.scrollIntoView({ block: 'start' })
  }, [presenting, answered])
  return (
    <Dialog title={title} size="wide" onClose={onClose}>
      <form
        className={classes.editor}
        data-presented={presenting || undefined}
        onSubmit={event => {
          event.preventDefault()
          send()
        }}
        onKeyDown={event => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
        }}
      >
        <Fields
          told={told}
          start={start}
          draft={draft}
          refused={refused}
          set={change => setDraft(before => ({ ...before, ...change }))}
          onLeft={hideAnew}
        />
        <div className={steps.next_steps} aria-live="polite">
          <AlsoNow
            told={toldOf(told, draft)}
            matters={({ gate }) => OF_THE_TENANT.has(gate) || isOfKey(gate, draft, start.draft)}
          />
        </div>
        <Group justify="flex-end" gap="xs">
          {answered !== undefined && (
            <Action icon="arrow_right" onClick={() => onOpen(answered.request_id)}>
              {t('requests.open_new', { seq: answered.seq })}
            </Action>
          )}
          <Action onClick={onClose}>{t(answered ? 'common.close' : 'common.cancel')}</Action>
          <Action
            type="submit"
            variant="filled"
            icon="replay"
            loading={replay.isPending}
            disabled={changes === undefined}
          >
            {t('requests.send')}
          </Action>
        </Group>
        <div ref={answers} className={classes.answers} aria-live="polite">
          <Answer title={t('requests.before')} exchange={exchange} />
          <Answer
            title={t('requests.now')}
            exchange={answered}
            unsent={t(
              isHidden(draft.target) || isHidden(draft.body) ? 'requests.not_sent_hidden' : 'requests.not_sent',
            )}
          />
        </div>
      </form>
    </Dialog>
  )
}

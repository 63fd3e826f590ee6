import { Group, Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ExchangeDetailView, ReplayBody } from '../../../server/control/protocol/journal.ts'
import { Action } from '../../components/action.tsx'
import { Dialog } from '../../components/dialog.tsx'
import type { Told } from '../../components/gate-words.ts'
import { jsonErrorAt } from '../../components/json-text.ts'
import { useReplay } from '../../data/queries.ts'
import { shownToOthers } from '../../data/shown-to-others.ts'
import { usableKeys } from '../../data/tenant-keys.ts'
import { usePresenting } from '../../routing/use-present.ts'
import { Answer } from './answer.tsx'
import { headerChanges, headerText } from './header-text.ts'
import classes from './requests.module.css'

interface Props {
  told: Told
  onClose: () => void
  onOpen: (id: string) => void
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const
/** In the choice of keys: the one that the request had. */
const SAME = ''

interface Draft {
  method: string
  /** With the query behind a question mark. */
  target: string
  key: string
  headers: string
  body: string
}

const draftOf = ({ method, path, query, request }: ExchangeDetailView): Draft => ({
  method,
  target: query === '' ? path : `${path}?${query}`,
  key: SAME,
  headers: headerText(request.headers),
  body: request.body.text ?? '',
})

const linesOf = (text: string) => text.split('\n').length
const [LEAST_ROWS, MOST_ROWS] = [4, 8]
/** Fields beside each other begin at one height, however long their hints are. */
const HINT_BELOW: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description']

/** What is to be corrected of a request without a body is where it went. */
const isInTarget = ({ request }: ExchangeDetailView) => (request.body.text ?? '') === ''

const hasType = (headers: string) => /^content-type:/im.test(headers)

/** What a draft changes of the request that it began as; `undefined` when a line of the headers is none. */
function changesOf(exchange: ExchangeDetailView, draft: Draft): ReplayBody | undefined {
  const before = draftOf(exchange)
  const headers = headerChanges(exchange.request.headers, draft.headers)
  if (headers === undefined) return undefined
  if (draft.key !== SAME) headers.Authorization = `Bearer ${draft.key}`
  // A body that a request did not have before needs to say what it is.
  if (draft.body !== before.body && draft.body !== '' && !hasType(draft.headers))
    headers['Content-Type'] = 'application/json'
  const [path = '/', ...query] = draft.target.split('?')
  const isElsewhere = draft.target !== before.target
  return {
    method: draft.method === before.method ? undefined : draft.method,
    path: isElsewhere ? path : undefined,
    query: isElsewhere ? query.join('?') : undefined,
    headers: Object.keys(headers).length > 0 ? headers : undefined,
    body: draft.body === before.body ? undefined : draft.body,
  }
}

function Fields({ told, draft, set }: { told: Told; draft: Draft; set: (change: Partial<Draft>) => void }) {
  const { t } = useTranslation()
  const { exchange, world } = told
  // Both begin as high as the longer of them needs, within reason, and do not grow while one types.
  const [rows] = useState(() => Math.min(MOST_ROWS, Math.max(LEAST_ROWS, linesOf(draft.headers), linesOf(draft.body))))
  const presenting = usePresenting()
  const isHidden = (text: string) => presenting && shownToOthers(text) !== text
  const broken = draft.body === '' ? undefined : jsonErrorAt(draft.body)
  const keys = (world?.tenants ?? []).flatMap(tenant =>
    usableKeys(tenant).map(({ key, label }) => ({ value: key, label: `${tenant.tenant} · ${label}` })),
  )
  return (
    <>
      <Group gap="xs" align="end" wrap="nowrap">
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
          size="xs"
          flex={1}
          data-autofocus={isInTarget(exchange) ? true : undefined}
          label={t('requests.path_and_query')}
          value={draft.target}
          onChange={event => set({ target: event.currentTarget.value })}
          spellCheck={false}
          classNames={{ input: classes.code ?? '' }}
        />
        <Select
          size="xs"
          w={220}
          label={t('requests.key')}
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
          data-autofocus={isInTarget(exchange) ? undefined : true}
          label={t('requests.request_body')}
          description={
            isHidden(draft.body)
              ? t('requests.body_hidden')
              : broken
                ? t('body.not_json', { ...broken })
                : t('requests.body_hint')
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

/** The request open to change, and what it was answered before and is answered now, beside each other. */
export function ResendEditor({ told, onClose, onOpen }: Props) {
  const { t } = useTranslation()
  const { exchange } = told
  const [draft, setDraft] = useState(() => draftOf(exchange))
  const replay = useReplay()
  const changes = changesOf(exchange, draft)
  const send = () => {
    if (changes !== undefined) replay.mutate({ id: exchange.request_id, changes })
  }
  const answered = replay.data
  return (
    <Dialog title={t('requests.edit')} size="wide" onClose={onClose}>
      <form
        className={classes.editor}
        onSubmit={event => {
          event.preventDefault()
          send()
        }}
        onKeyDown={event => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
        }}
      >
        <Fields told={told} draft={draft} set={change => setDraft(before => ({ ...before, ...change }))} />
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
        <div className={classes.answers} aria-live="polite">
          <Answer title={t('requests.before')} exchange={exchange} />
          <Answer title={t('requests.now')} exchange={answered} />
        </div>
      </form>
    </Dialog>
  )
}

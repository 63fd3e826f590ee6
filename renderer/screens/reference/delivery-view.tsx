import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../components/copy-button.tsx'
import { JsonValue } from '../../components/json-view.tsx'
import { Method } from '../../components/request-text.tsx'
import { VerifyingCode } from '../../components/verifying/code.tsx'
import { useAssumptions } from '../../data/assumptions.ts'
import { useContract } from '../../data/contract.ts'
import type { OpenApiFile, SentEvent } from '../../data/openapi.ts'
import { contractText } from '../../i18n/said.ts'
import { useHref } from '../../routing/use-place.ts'
import { useUrlState } from '../../routing/use-url-state.ts'
import { acknowledgementsOf, headersOf, RECEIVING } from './entries.ts'
import { REFERENCE_FIELDS } from './fields.ts'
import { FieldsTable } from './fields-table.tsx'
import { Part } from './operation-view.tsx'
import { Assumptions, Head, Ways } from './page-parts.tsx'
import { Placed, usePlaces } from './place.tsx'
import { touchedBy, touching } from './places.ts'
import classes from './reference.module.css'
import { idsOf, parameterRow, schemaRows } from './schema-rows.ts'
import { Assumed, SchemaTable } from './schema-table.tsx'

/** Which answers of a receiver count, and what becomes of a delivery after the others. */
function Acknowledgements({ all }: { all: readonly SentEvent[] }) {
  const { t } = useTranslation()
  const placed = usePlaces()
  const isOne = all.length === 1
  return (
    <Part title={t('reference.acknowledged')} isAnswers>
      <FieldsTable label={t('reference.acknowledged')} heads={[t('reference.your_answer'), t('reference.meaning')]}>
        {acknowledgementsOf(all).map(({ status, description, assumptions, events }) => {
          // On the page of one kind of event it stands where an answer of an endpoint would.
          const place = isOne ? status : ['answer', status, ...events].join('/')
          return (
            <tr key={place} {...placed(place)}>
              <th scope="row">
                {status === 'default' ? t('reference.otherwise') : <code>{status}</code>}
                {events.map(event => (
                  <code key={event} className={classes.event}>
                    {event}
                  </code>
                ))}
              </th>
              <td>
                {contractText(t, description)}
                <Assumed ids={idsOf(assumptions)} />
              </td>
            </tr>
          )
        })}
      </FieldsTable>
    </Part>
  )
}

/** What a webhook gets when an event of one kind happens. */
export function EventView({ sent, file }: { sent: SentEvent; file: OpenApiFile }) {
  const { t } = useTranslation()
  const href = useHref()
  const title = useId()
  const subscribable: readonly string[] = useContract()?.subscribable_events ?? []
  const assumptions = useAssumptions().data?.data ?? []
  const { event, method, summary, parameters = [], requestBody } = sent
  const [type = '', body] = Object.entries(requestBody?.content ?? {})[0] ?? []
  return (
    <>
      <Head
        title={
          <>
            <Method method={method} /> <span className="mono">{event}</span>
            <CopyButton text={event} what={t('nouns.event')} />
          </>
        }
        about={contractText(t, summary)}
      >
        <p className={classes.to_receiver}>{t('reference.to_receiver')}</p>
      </Head>
      <div className={classes.try}>
        <section aria-labelledby={title}>
          <h3 id={title} className={classes.aside_title}>
            {t('reference.example_body')}
          </h3>
          <div className={classes.example}>
            <JsonValue value={body?.example} label={t('reference.example_body')} />
          </div>
          <p className={classes.note}>{t('reference.laid_out')}</p>
        </section>
        <Ways
          ways={[
            { icon: 'signature', text: t('reference.receiving'), href: href('reference', RECEIVING) },
            {
              icon: 'webhooks',
              text: t('reference.events_of_kind'),
              href: `${href('webhooks', 'events')}?${new URLSearchParams({ kind: event })}`,
            },
            subscribable.includes(event)
              ? { icon: 'reference', text: t('reference.subscribe'), href: href('reference', 'createWebhook') }
              : { icon: 'reference', text: t('reference.send_test'), href: href('reference', 'testWebhook') },
          ]}
        />
      </div>
      <div className={classes.doc}>
        <Part title={t('reference.delivery_headers')}>
          <SchemaTable label={t('reference.delivery_headers')} rows={parameters.map(parameterRow)} place="header/" />
        </Part>
        {body && (
          <Part title={t('reference.event_body_of', { type })}>
            <SchemaTable label={t('reference.event_body')} rows={schemaRows(body.schema, file)} place="body/" />
          </Part>
        )}
        <Acknowledgements all={[sent]} />
        <Assumptions rows={touching(assumptions, touchedBy(event, subscribable))} />
      </div>
    </>
  )
}

/** What holds for every delivery: how it is signed, what counts as taken, and when it is sent again. */
export function ReceivingView({ all }: { all: readonly SentEvent[] }) {
  const { t } = useTranslation()
  const href = useHref()
  const [{ verify }, setState] = useUrlState(REFERENCE_FIELDS)
  const assumptions = useAssumptions().data?.data ?? []
  return (
    <>
      <Head title={t('reference.receiving')} about={t('reference.receiving_about')} />
      <div className={classes.try}>
        <Placed place="verifying" className={classes.verifying}>
          <VerifyingCode language={verify} onLanguage={next => setState({ verify: next })} />
        </Placed>
        <Ways
          ways={[
            { icon: 'signature', text: t('screens.signature'), href: href('signature') },
            { icon: 'webhooks', text: t('webhooks.deliveries'), href: href('webhooks', 'deliveries') },
            { icon: 'webhooks', text: t('webhooks.certify'), href: href('webhooks', 'certify') },
            { icon: 'reference', text: t('reference.subscribe'), href: href('reference', 'createWebhook') },
          ]}
        />
      </div>
      <div className={classes.doc}>
        <Part title={t('reference.delivery_headers')}>
          <SchemaTable
            label={t('reference.delivery_headers')}
            rows={headersOf(all).map(parameterRow)}
            place="header/"
          />
        </Part>
        <Acknowledgements all={all} />
        <Assumptions rows={touching(assumptions, 'deliveries')} />
      </div>
    </>
  )
}

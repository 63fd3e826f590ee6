import { Button, PasswordInput, SegmentedControl, Select, Textarea } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import type { TFunction } from 'i18next'
import { type ClipboardEvent, type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Caption } from '../../components/caption.tsx'
import detail from '../../components/detail.module.css'
import { HexView } from '../../components/hex-view.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { SignatureSteps } from '../../components/signature-steps.tsx'
import { useIsLargest } from '../../components/table-columns.ts'
import { VerifyingCode } from '../../components/verifying/code.tsx'
import { inboxNameOf } from '../../data/inbox-name.ts'
import { bytesText, wallClock, ZONE_NAMES } from '../../data/time-text.ts'
import { useEmulatedDay } from '../../data/world.tsx'
import { addEnglish } from '../../i18n/add-english.ts'
import { usePresenting, useShown } from '../../routing/use-present.ts'
import { base64OfText, isBase64, textOfBase64 } from './base64.ts'
import { DeliveryNamed } from './delivery-named.tsx'
import { type Difference, differencesOf, isSameJson } from './difference.ts'
import classes from './signature.module.css'
import { type Signed, TAMPERS, type Tamper } from './tampers.ts'
import { signature } from './text.en.ts'
import { type Encoding, useOfferedDeliveries, useVerdict } from './use-lab.ts'
import { useSigned } from './use-signed.ts'
import { Verdict } from './verdict.tsx'

addEnglish({ signature })

const NOTHING: Signed = { secret: '', header: '', body: '' }

/** `00:00:03 JST`, with the day where it is another one than the world's. */
function whenText(at: string, today: string | undefined): string {
  const { date, time } = wallClock(Date.parse(at), 'tokyo')
  return `${date === today ? '' : `${date.slice('yyyy-'.length)} `}${time} ${ZONE_NAMES.tokyo}`
}

/** What tells a receiver from others, as the end of a long address would be cut. */
function whereText(t: TFunction, url: string): string {
  const inbox = inboxNameOf(url)
  return inbox === undefined ? url.replace(/^https:\/\//, '') : `${t('nouns.inbox')} ${inbox}`
}

function DeliveryPicker({ value, onPick }: { value: string; onPick: (id: string) => void }) {
  const { t } = useTranslation()
  const offered = useOfferedDeliveries()
  const today = useEmulatedDay('tokyo')
  const deliveries = offered ?? []
  const data = deliveries.map(({ delivery_id, created_at, event, url, forged }) => ({
    value: delivery_id,
    label: [
      whenText(created_at, today),
      forged === null ? event : t('webhooks.forged_event', { event }),
      whereText(t, url),
    ].join(' · '),
  }))
  // An older one that a link named is not among the newest.
  if (value !== '' && !data.some(option => option.value === value)) data.push({ value, label: value })
  return (
    <Select
      size="xs"
      label={t('signature.pick')}
      placeholder={offered?.length === 0 ? t('signature.pick_none') : ''}
      searchable
      clearable
      classNames={{ input: classes.picked ?? '' }}
      data={data}
      value={value || null}
      onChange={id => onPick(id ?? '')}
    />
  )
}

export function SignatureScreen() {
  const { t } = useTranslation()
  const presenting = usePresenting()
  const seen = useShown()
  const lab = useSigned()
  // Its fields measure themselves when they are drawn: a width that changes by a scrollbar or by the window has them drawn again.
  const { ref } = useElementSize<HTMLElement>()
  const { state, setState, delivery, isSample, explained, forged, genuine, shown, isChanged, encoding, type, tamper } =
    lab
  const bad = encoding === 'base64' && !isBase64(shown.body)
  const { data: result } = useVerdict(bad ? NOTHING : shown, { encoding, hasArrived: lab.hasArrived })
  const isComplete = shown.secret !== '' && (shown.header !== '' || lab.hasArrived) && !bad
  const base64 = useMemo(
    () => (encoding === 'base64' ? shown.body.replace(/\s/g, '') : base64OfText(shown.body)),
    [shown.body, encoding],
  )
  const isKnown = genuine.header !== ''
  const body = encoding === 'text' ? shown.body : textOfBase64(base64)
  // Of a header and a body that are both others than the service sent, nobody knows whether they ever were of this delivery.
  const isOfGenuine = isKnown && (shown.header === genuine.header || body === genuine.body)
  // Where a secret in it must not be seen, nothing is said of its bytes either.
  const isTold = body !== undefined && [genuine.body, body].every(told => seen(told) === told)
  const differences = useMemo(
    () => (isOfGenuine && isTold ? differencesOf(genuine.body, body) : []),
    [isOfGenuine, isTold, genuine.body, body],
  )
  const changed = (field: keyof Signed) =>
    isKnown && genuine[field] !== (field === 'body' ? body : shown[field]) ? t(`signature.${field}_here`) : undefined
  const length = new TextEncoder().encode(genuine.body).length
  const isPressed = (name: Tamper) => state.tamper === name && !(name === 'none' && lab.isTyped)
  /** What a field would lose of what is pasted: an input its line breaks, a text area its carriage returns. */
  const pasteSecret = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text')
    if (!/[\r\n]/.test(text)) return
    event.preventDefault()
    type({ secret: pastedInto(event.currentTarget, text) })
  }
  const pasteBody = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const text = event.clipboardData.getData('text')
    if (encoding === 'base64' || !text.includes('\r')) return
    event.preventDefault()
    type({ body: base64OfText(pastedInto(event.currentTarget, text)) })
    lab.setEncoding('base64')
  }
  return (
    <>
      <PageHeader title={t('screens.signature')} about={isSample ? t('signature.is_sample') : t('signature.about')} />
      <div className={classes.layout} data-slide={presenting ? '' : undefined}>
        {!presenting && (
          <section ref={ref} className={classes.given} aria-label={t('signature.given')}>
            <DeliveryPicker value={delivery} onPick={lab.pick} />
            {forged === undefined && (
              <div>
                <div className={classes.legend}>{t('signature.tamper')}</div>
                <fieldset className={classes.tampers} aria-label={t('signature.tamper')}>
                  {TAMPERS.map(name => (
                    <Button
                      key={name}
                      size="compact-xs"
                      variant={isPressed(name) ? 'light' : 'default'}
                      aria-pressed={isPressed(name)}
                      onClick={() => tamper(name)}
                    >
                      {t(`signature.tampers.${name}`)}
                    </Button>
                  ))}
                </fieldset>
                <p className={detail.note}>{t('signature.tamper_hint')}</p>
              </div>
            )}
            <PasswordInput
              size="xs"
              label={t('signature.secret')}
              description={
                /[\r\n]$/.test(shown.secret)
                  ? t('signature.secret_ends')
                  : (changed('secret') ?? t('signature.secret_hint'))
              }
              data-changed={changed('secret')}
              value={shown.secret}
              placeholder="whsec_…"
              onPaste={pasteSecret}
              onChange={({ currentTarget: { value } }) => type({ secret: value })}
              classNames={{ innerInput: detail.code ?? '' }}
              visibilityToggleButtonProps={{ 'aria-label': t('common.show_what', { what: t('signature.secret') }) }}
              spellCheck={false}
              autoComplete="off"
            />
            <Textarea
              size="xs"
              label={t('signature.header')}
              description={changed('header')}
              value={shown.header}
              placeholder="sha256=…"
              // A header is one line, which a field of several shows whole.
              onChange={({ currentTarget: { value } }) => type({ header: value.replace(/\n/g, '') })}
              classNames={{ input: detail.code ?? '' }}
              autosize
              minRows={1}
              spellCheck={false}
            />
            <div>
              <Textarea
                size="xs"
                label={t('signature.body')}
                description={
                  encoding === 'base64' && body?.includes('\r')
                    ? t('signature.body_returns')
                    : (changed('body') ?? t('signature.body_hint'))
                }
                value={shown.body}
                error={bad ? t('signature.not_base64') : undefined}
                onPaste={pasteBody}
                onChange={({ currentTarget: { value } }) => type({ body: value })}
                classNames={{ input: detail.code ?? '' }}
                data-changed={changed('body')}
                autosize
                minRows={6}
                maxRows={24}
                spellCheck={false}
              />
              {((delivery === '' && !isSample) || encoding === 'base64') && (
                <SegmentedControl
                  size="xs"
                  mt={6}
                  aria-label={t('signature.encoding')}
                  value={encoding}
                  onChange={value => lab.setEncoding(value as Encoding)}
                  data={[
                    { value: 'text', label: t('signature.as_text') },
                    { value: 'base64', label: t('signature.as_base64') },
                  ]}
                />
              )}
            </div>
          </section>
        )}
        <div className={classes.answer}>
          <section className={classes.verdict} aria-label={t('signature.verdict')}>
            {presenting && isSample && <p className={classes.named}>{t('signature.is_sample')}</p>}
            {/* What somebody has typed may be of no delivery at all. */}
            {presenting && delivery !== '' && (isOfGenuine || lab.hasArrived) && <DeliveryNamed delivery={delivery} />}
            <Verdict
              isWaiting={lab.isWaiting || (isComplete && result === undefined)}
              result={isComplete ? result : undefined}
              given={encoding === 'text' || body === undefined ? shown : { ...shown, body }}
              genuine={isOfGenuine ? genuine : undefined}
              differences={differences}
              isSameJson={body !== undefined && differences.length > 0 && isSameJson(genuine.body, body)}
              length={length}
              forged={lab.hasArrived ? forged : undefined}
              tampering={lab.tampering}
              secretOf={
                lab.webhook === undefined
                  ? t('signature.secret_of_sample')
                  : t('signature.secret_of_webhook', { webhook: lab.webhook })
              }
              onUndo={isChanged && (isKnown || forged !== undefined) && !presenting ? () => tamper('none') : undefined}
            />
          </section>
          <VerifyingCode language={state.code} onLanguage={code => setState({ code })} />
          <div>
            {isComplete && (
              <Folded title={t('signature.bytes')} note={bytesText(base64Length(base64))}>
                <HexView base64={base64} label={t('signature.bytes')} lit={differences.map(litOf)} />
              </Folded>
            )}
            {explained && !isChanged && !presenting && (
              <Folded title={t('signature.steps')}>
                <SignatureSteps steps={explained.steps} />
              </Folded>
            )}
          </div>
        </div>
      </div>
      {presenting && forged !== undefined && (
        <Caption title={t('signature.forged_steps')} step={0} of={TAMPERS.length} />
      )}
      {presenting && forged === undefined && !lab.isTyped && <Steps at={state.tamper} onStep={tamper} />}
    </>
  )
}

/** What a field holds once a text has been pasted over what is selected in it. */
function pastedInto(field: HTMLInputElement | HTMLTextAreaElement, text: string): string {
  const { value, selectionStart, selectionEnd } = field
  return value.slice(0, selectionStart ?? value.length) + text + value.slice(selectionEnd ?? value.length)
}

/** One mistake after the other, as one would show them to somebody. */
function Steps({ at, onStep }: { at: Tamper; onStep: (tamper: Tamper) => void }) {
  const { t } = useTranslation()
  const index = TAMPERS.indexOf(at)
  const to = (tamper: Tamper | undefined) => tamper && (() => onStep(tamper))
  return (
    <Caption
      title={t(`signature.captions.${at}`)}
      step={index + 1}
      of={TAMPERS.length}
      onBack={to(index > 0 ? TAMPERS[index - 1] : undefined)}
      onNext={to(TAMPERS[index + 1])}
    />
  )
}

/** The bytes of the body as it is here that the signed one does not have. */
const litOf = ({ arrivedAt, receivedBytes }: Difference) => ({ from: arrivedAt, to: arrivedAt + receivedBytes })
const base64Length = (base64: string) => Math.floor((base64.replace(/=+$/, '').length * 3) / 4)

function Folded({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const hasRoom = useIsLargest()
  return (
    <details className={classes.folded} open={hasRoom}>
      <summary>
        {title} {note !== undefined && <span className="dim">{note}</span>}
      </summary>
      {children}
    </details>
  )
}

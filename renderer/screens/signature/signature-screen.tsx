import { Button, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import detail from '../../components/detail.module.css'
import { Section } from '../../components/detail.tsx'
import { HexView } from '../../components/hex-view.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { SignatureSteps } from '../../components/signature-steps.tsx'
import { wallClock } from '../../data/time-text.ts'
import { choiceField, textField } from '../../routing/url-state.ts'
import { useUrlState } from '../../routing/use-url-state.ts'
import { base64OfText, isBase64 } from './base64.ts'
import { Code } from './code.tsx'
import classes from './signature.module.css'
import { type Signed, TAMPERS, tampered } from './tampers.ts'
import { type Encoding, useExplanation, useOfferedDeliveries, useVerdict } from './use-lab.ts'
import { Verdict } from './verdict.tsx'

// What is pasted stays out of the address: addresses are shared and kept, and a secret must not be.
const FIELDS = { delivery: textField(), tamper: choiceField(TAMPERS), code: textField() }

const EMPTY: Signed = { secret: '', header: '', body: '' }

function DeliveryPicker({ value, onPick }: { value: string; onPick: (id: string) => void }) {
  const { t } = useTranslation()
  const deliveries = useOfferedDeliveries() ?? []
  const data = deliveries.map(({ delivery_id, created_at, event, url }) => ({
    value: delivery_id,
    label: `${wallClock(Date.parse(created_at), 'tokyo').time} · ${event} · ${url}`,
  }))
  // An older one that a link named is not among the newest.
  if (value !== '' && !data.some(option => option.value === value)) data.push({ value, label: value })
  return (
    <Select
      size="xs"
      label={t('signature.pick')}
      placeholder={data.length === 0 ? t('signature.pick_none') : ''}
      searchable
      clearable
      data={data}
      value={value || null}
      onChange={id => onPick(id ?? '')}
    />
  )
}

function useSigned() {
  const [state, setState] = useUrlState(FIELDS)
  const { data: explained } = useExplanation(state.delivery)
  const [pasted, setPasted] = useState<Signed>()
  const [encoding, setEncoding] = useState<Encoding>('text')
  const picked = explained && {
    secret: explained.secret,
    header: explained.header,
    body: explained.signed_bytes.text,
  }
  const given = state.delivery === '' ? (pasted ?? EMPTY) : (picked ?? EMPTY)
  const shown = tampered(state.tamper, given)
  return {
    state,
    setState,
    explained: state.delivery === '' ? undefined : explained,
    given,
    shown,
    encoding: state.delivery === '' ? encoding : ('text' as const),
    setEncoding,
    /** What is typed is the person's own: no delivery and no tamper switch stands behind it any more. */
    type: (change: Partial<Signed>) => {
      setPasted({ ...shown, ...change })
      setState({ delivery: '', tamper: 'none' })
    },
  }
}

export function SignatureScreen() {
  const { t } = useTranslation()
  const { state, setState, explained, given, shown, encoding, setEncoding, type } = useSigned()
  const bad = encoding === 'base64' && !isBase64(shown.body)
  const { data: result } = useVerdict(bad ? EMPTY : shown, encoding)
  const isComplete = shown.secret !== '' && shown.header !== '' && !bad
  const base64 = useMemo(
    () => (encoding === 'base64' ? shown.body.replace(/\s/g, '') : base64OfText(shown.body)),
    [shown.body, encoding],
  )
  const changed = (field: keyof Signed) => (given[field] === shown[field] ? undefined : t('signature.changed_here'))
  return (
    <>
      <PageHeader title={t('screens.signature')} about={t('signature.about')} />
      <div className={classes.layout}>
        <section className={classes.given} aria-label={t('signature.given')}>
          <DeliveryPicker value={state.delivery} onPick={delivery => setState({ delivery, tamper: 'none' })} />
          <div>
            <div className={classes.legend}>{t('signature.tamper')}</div>
            <fieldset className={classes.tampers} aria-label={t('signature.tamper')}>
              {TAMPERS.map(tamper => (
                <Button
                  key={tamper}
                  size="compact-xs"
                  variant={state.tamper === tamper ? 'light' : 'default'}
                  aria-pressed={state.tamper === tamper}
                  onClick={() => setState({ tamper })}
                >
                  {t(`signature.tampers.${tamper}`)}
                </Button>
              ))}
            </fieldset>
            <p className={detail.note}>{t('signature.tamper_hint')}</p>
          </div>
          <TextInput
            size="xs"
            label={t('signature.secret')}
            description={changed('secret') ?? t('signature.secret_hint')}
            data-changed={changed('secret')}
            value={shown.secret}
            placeholder="whsec_…"
            onChange={({ currentTarget: { value } }) => type({ secret: value })}
            classNames={{ input: detail.code ?? '' }}
            spellCheck={false}
            autoComplete="off"
          />
          <TextInput
            size="xs"
            label={t('signature.header')}
            description={changed('header')}
            value={shown.header}
            placeholder="sha256=…"
            onChange={({ currentTarget: { value } }) => type({ header: value })}
            classNames={{ input: detail.code ?? '' }}
            spellCheck={false}
          />
          <div>
            <Textarea
              size="xs"
              label={t('signature.body')}
              description={changed('body') ?? t('signature.body_hint')}
              value={shown.body}
              error={bad ? t('signature.not_base64') : undefined}
              onChange={({ currentTarget: { value } }) => type({ body: value })}
              classNames={{ input: detail.code ?? '' }}
              autosize
              minRows={6}
              maxRows={16}
              spellCheck={false}
            />
            {state.delivery === '' && (
              <SegmentedControl
                size="xs"
                mt={6}
                aria-label={t('signature.encoding')}
                value={encoding}
                onChange={value => setEncoding(value as Encoding)}
                data={[
                  { value: 'text', label: t('signature.as_text') },
                  { value: 'base64', label: t('signature.as_base64') },
                ]}
              />
            )}
          </div>
        </section>
        <div className={classes.answer}>
          <Section title={t('signature.verdict')}>
            <Verdict result={isComplete ? result : undefined} received={shown.header} />
          </Section>
          {isComplete && (
            <Section title={t('signature.bytes')}>
              <div className={classes.hex}>
                <HexView base64={base64} label={t('signature.bytes')} />
              </div>
            </Section>
          )}
          {explained && state.tamper === 'none' && (
            <Section title={t('signature.steps')}>
              <SignatureSteps steps={explained.steps} />
            </Section>
          )}
          <Code language={state.code} onLanguage={code => setState({ code })} />
        </div>
      </div>
    </>
  )
}

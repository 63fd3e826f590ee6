import { ActionIcon, Button, NumberInput, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallScriptBody, CallScriptView } from '../../../server/control/protocol/calls.ts'
import { Badge } from '../../components/badge.tsx'
import detail from '../../components/detail.module.css'
import { DetailHead, Section } from '../../components/detail.tsx'
import { Icon } from '../../components/icons.tsx'
import { notifyUndo } from '../../components/notify.tsx'
import { useTenants } from '../../data/queries.ts'
import { isoDurationText } from '../../data/time-text.ts'
import classes from './calls.module.css'
import { isUsedUp } from './decided-by.ts'
import { scriptName } from './script-name.ts'
import { FIRST_STEPS, StepsEditor, scriptOf } from './steps-editor.tsx'
import { useAddScript, useDeleteScript, useScripts } from './use-calls.ts'

function Script({ script }: { script: CallScriptView }) {
  const { t } = useTranslation()
  const remove = useDeleteScript()
  const add = useAddScript()
  const { id, match, steps, times, used } = script
  const undo = () => add.mutate({ match, steps, times })
  return (
    <li className={classes.script}>
      <div className={classes.script_head}>
        <strong>{scriptName(t, script)}</strong>
        <span className="dim">
          {times === undefined ? t('calls.script_used', { count: used }) : t('calls.script_used_of', { used, times })}
        </span>
        {isUsedUp(script) && (
          <Badge tone="quiet" icon="check" look="plain">
            {t('calls.script_used_up')}
          </Badge>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('calls.script_delete', { id })}
          onClick={() =>
            remove.mutate(id, { onSuccess: () => notifyUndo({ message: t('calls.script_deleted', { id }), undo }) })
          }
        >
          <Icon name="trash" size={14} />
        </ActionIcon>
      </div>
      <ol className={classes.script_steps}>
        {steps.map(({ after, to }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step has no other name than its place
          <li key={index}>
            <span className="dim">+{isoDurationText(after)}</span>{' '}
            {to === 'ended' ? t('calls.ended') : t(`call_status.${to}`)}
          </li>
        ))}
      </ol>
    </li>
  )
}

const NO_MATCH = { tenant: '', phone_number: '', phone_suffix: '', staff_id: '' as number | string }

function NewScript() {
  const { t } = useTranslation()
  const tenants = useTenants() ?? []
  const add = useAddScript()
  const [match, setMatch] = useState(NO_MATCH)
  const [steps, setSteps] = useState(FIRST_STEPS)
  const [times, setTimes] = useState<number | string>('')
  const change = (part: Partial<typeof NO_MATCH>) => setMatch(before => ({ ...before, ...part }))
  const body: CallScriptBody = {
    match: Object.fromEntries(Object.entries(match).filter(([, value]) => value !== '')),
    steps: scriptOf(steps),
    times: times === '' ? undefined : Number(times),
  }
  return (
    <Section title={t('calls.script_new')}>
      <form
        className={classes.script_form}
        onSubmit={event => {
          event.preventDefault()
          add.mutate(body, { onSuccess: () => setMatch(NO_MATCH) })
        }}
      >
        <div className={detail.pair}>
          <TextInput
            size="xs"
            label={t('calls.script_suffix')}
            placeholder="4567"
            value={match.phone_suffix}
            onChange={event => change({ phone_suffix: event.currentTarget.value })}
          />
          <TextInput
            size="xs"
            label={t('calls.script_number')}
            placeholder="+81312345678"
            value={match.phone_number}
            onChange={event => change({ phone_number: event.currentTarget.value })}
          />
          <Select
            size="xs"
            clearable
            label={t('calls.script_tenant')}
            placeholder={t('calls.script_blank')}
            data={tenants.map(({ tenant }) => tenant)}
            value={match.tenant || null}
            onChange={tenant => change({ tenant: tenant ?? '' })}
          />
          <NumberInput
            size="xs"
            label={t('calls.script_staff')}
            placeholder={t('calls.script_blank')}
            value={match.staff_id}
            onChange={staff_id => change({ staff_id })}
            hideControls
          />
        </div>
        <StepsEditor steps={steps} onChange={setSteps} />
        <div className={classes.script_submit}>
          <NumberInput
            size="xs"
            w={150}
            min={1}
            label={t('calls.script_times')}
            placeholder={t('calls.script_times_hint')}
            value={times}
            onChange={setTimes}
          />
          <Button
            type="submit"
            size="xs"
            disabled={steps.length === 0}
            loading={add.isPending}
            leftSection={<Icon name="plus" size={13} />}
          >
            {t('calls.script_add')}
          </Button>
        </div>
      </form>
    </Section>
  )
}

/** The scripts of calls that match. */
export function CallScripts({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const scripts = useScripts().data?.data
  return (
    <>
      <DetailHead title={t('calls.scripts')} onClose={onClose} />
      <p className={classes.scripts_about}>{t('calls.scripts_about')}</p>
      {scripts && scripts.length === 0 && <p className={classes.scripts_about}>{t('calls.scripts_none')}</p>}
      <ul className={classes.scripts}>
        {scripts?.map(script => (
          <Script key={script.id} script={script} />
        ))}
      </ul>
      <NewScript />
    </>
  )
}

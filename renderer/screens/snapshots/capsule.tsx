import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../components/badge.tsx'
import { CommandLine } from '../../components/command-line.tsx'
import { ErrorText } from '../../components/error-text.tsx'
import form from '../../components/form.module.css'
import { Icon } from '../../components/icons.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { Panel } from '../../components/panel.tsx'
import { useExchange } from '../../data/queries.ts'
import { useHasRecorded, useIsRecording } from '../../data/recording.ts'
import { capsuleName, type TakenCapsule, useTakeCapsule } from '../../data/snapshots.ts'
import { bytesText } from '../../data/time-text.ts'
import { useWorldId } from '../../data/world.tsx'
import classes from './snapshots.module.css'

/** What was downloaded, and at which request it opens. */
function Taken({ name, bytes, request_id, isRewound }: TakenCapsule) {
  const { t } = useTranslation()
  const request = useExchange(request_id ?? '', request_id !== null).data
  return (
    <>
      <Badge tone="good" icon="check" look="plain">
        {t('snapshots.capsule_taken', { name, size: bytesText(bytes) })}
      </Badge>
      {request && (
        <span className={classes.at}>
          {t('snapshots.capsule_at')}
          <IdLink noun="request" id={request.request_id} text={`#${request.seq}`} copy="hidden" />
          {t(isRewound ? 'snapshots.capsule_before' : 'snapshots.capsule_as_now')}
        </span>
      )}
    </>
  )
}

/** One file of the world to hand on: what it holds, what is replaced in it, and how it is opened elsewhere. */
export function Capsule() {
  const { t } = useTranslation()
  const name = capsuleName(useWorldId())
  const recording = useIsRecording()
  const isRecording = recording === true
  const hasRecorded = useHasRecorded() === true
  const take = useTakeCapsule()
  const parts = [
    ['holds', hasRecorded ? 'then' : isRecording ? 'yet' : 'now'],
    ['secrets', 'replaced'],
    ['opens', 'opening'],
  ] as const
  // What it would hold is not known yet.
  if (recording === undefined) return null
  return (
    <Panel
      title={t(isRecording ? 'snapshots.capsule' : 'snapshots.capsule_of_now')}
      about={t('snapshots.capsule_about')}
    >
      <div className={form.stack}>
        <div className={classes.capsule}>
          {parts.map(([name, said]) => (
            <p key={name}>
              <strong>{t(`snapshots.capsule_${name}`)}</strong> {t(`snapshots.capsule_${said}`)}
            </p>
          ))}
        </div>
        <CommandLine command={`npx ringback world open ${name}`} />
        <div className={form.end}>
          <span role="status">
            {take.data && <Taken {...take.data} />}
            {take.error && <ErrorText error={take.error} />}
          </span>
          <Button
            size="xs"
            variant="default"
            loading={take.isPending}
            leftSection={<Icon name="download" size={14} />}
            onClick={() => take.mutate()}
          >
            {t('snapshots.capsule_download')}
          </Button>
        </div>
      </div>
    </Panel>
  )
}

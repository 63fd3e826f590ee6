import { useTranslation } from 'react-i18next'
import type { CallDetailView } from '../../../server/control/protocol/calls.ts'
import { Section } from '../../components/detail.tsx'
import { GoTo } from '../../components/go-to.tsx'
import { KeyValue } from '../../components/key-value.tsx'
import { durationText } from '../../data/time-text.ts'
import classes from './calls.module.css'
import { isInHand } from './phases.ts'
import { useAnalysisDue } from './use-calls.ts'

const clockOf = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

function Waiting({ call }: { call: CallDetailView }) {
  const { t } = useTranslation()
  const due = useAnalysisDue(call)
  if (due !== undefined)
    return (
      <p className={classes.waiting}>
        {t('calls.talk_waits')} {t('calls.talk_waits_in')} <GoTo at={due} what={t('calls.talk_waits')} look="row" />
      </p>
    )
  const comes = isInHand(call)
    ? call.connected_at === null
      ? 'calls.talk_by_hand_unanswered'
      : 'calls.talk_by_hand'
    : 'calls.talk_later'
  return <p className={classes.waiting}>{t(call.ended_at === null ? comes : 'calls.talk_none')}</p>
}

function Analysis({ analysis }: { analysis: NonNullable<CallDetailView['voice_analysis']> }) {
  const { t } = useTranslation()
  const { talk_ratio, sentiment, speech_rate_wpm, silence_seconds } = analysis
  const percent = Math.round(talk_ratio * 100)
  return (
    <Section title={t('calls.analysis')}>
      <KeyValue
        pairs={[
          [
            t('calls.talk_ratio'),
            <span key="ratio" className={classes.ratio}>
              <span className={classes.ratio_track} aria-hidden>
                <span style={{ width: `${percent}%` }} />
              </span>
              {percent} %
            </span>,
          ],
          [t('calls.sentiment'), t(`calls.sentiments.${sentiment as 'neutral'}`, { defaultValue: sentiment })],
          [t('calls.speech_rate'), t('calls.words_per_minute', { rate: speech_rate_wpm })],
          [t('calls.silence'), durationText(silence_seconds * 1_000)],
        ]}
      />
    </Section>
  )
}

/** What was derived from the talk: the conversation, its summary, the voice analysis. */
export function CallTalk({ call }: { call: CallDetailView }) {
  const { t } = useTranslation()
  const { transcript, summary, voice_analysis } = call
  const speakerName = (speaker: string) =>
    speaker === 'staff' || speaker === 'customer' ? t(`calls.speakers.${speaker}`) : speaker
  if (transcript === undefined && summary === undefined)
    return (
      <Section title={t('calls.talk')}>
        <Waiting call={call} />
      </Section>
    )
  return (
    <>
      {summary !== undefined && (
        <Section title={t('calls.summary')}>
          <p className={classes.summary}>{summary}</p>
        </Section>
      )}
      {voice_analysis && <Analysis analysis={voice_analysis} />}
      {transcript && (
        <Section title={t('calls.talk')}>
          <ol className={classes.talk}>
            {transcript.map(({ speaker, text, start_seconds }) => (
              <li key={`${start_seconds} ${speaker}`} data-side={speaker === 'customer' ? 'left' : 'right'}>
                <div className={classes.speaker}>
                  {speakerName(speaker)} <span className="dim">{clockOf(start_seconds)}</span>
                </div>
                <div className={classes.bubble}>{text}</div>
              </li>
            ))}
          </ol>
        </Section>
      )}
    </>
  )
}

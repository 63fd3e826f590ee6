import { Button, Checkbox, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Action } from '../components/action.tsx'
import { Dialog } from '../components/dialog.tsx'
import form from '../components/form.module.css'
import { notifyDone, notifyFailed } from '../components/notify.tsx'
import { removeWorld } from '../data/queries.ts'
import { durationText } from '../data/time-text.ts'
import { nameOfWorld } from './world-name.ts'
import { isWorldWith, type WorldRow } from './world-row.ts'
import classes from './world-switch.module.css'

const HOUR_S = 3_600
const isIdle = ({ idle_seconds: idle }: WorldRow) => idle != null && idle >= HOUR_S

/** Deletes one after the other; what has ended by itself meanwhile is no error. */
function useRemoveWorlds() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (worlds: readonly string[]) => {
      for (const world of worlds) await removeWorld(world)
      return worlds.length
    },
    onSettled: () => queryClient.invalidateQueries(),
  })
}

/** Several worlds at once, chosen one by one, by their names or by how long nobody has asked them anything; first the choice, then the question. */
export function DeleteWorlds({
  worlds,
  current,
  search: searched,
  onDelete,
  onClose,
}: {
  /** Those that can be deleted. */
  worlds: readonly WorldRow[]
  current: string
  /** What was searched for in the list of worlds. */
  search: string
  /** Before the first of them goes: the page leaves a world that is about to end. */
  onDelete: (doomed: readonly string[]) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isAsking, setIsAsking] = useState(false)
  const [search, setSearch] = useState(searched)
  const remove = useRemoveWorlds()
  const doomed = worlds.filter(({ world_id }) => chosen.has(world_id))
  const found = worlds.filter(world => isWorldWith(search, world))
  const idle = found.filter(isIdle)
  const choose = (rows: readonly WorldRow[]) => setChosen(new Set(rows.map(({ world_id }) => world_id)))
  const run = () => {
    const names = doomed.map(({ world_id }) => world_id)
    onDelete(names)
    remove
      .mutateAsync(names)
      .then(count => notifyDone(t('shell.worlds_were_removed', { count })))
      .catch(notifyFailed)
  }
  const count = doomed.length
  if (isAsking)
    return (
      <Dialog title={t('shell.delete_worlds', { count })} onClose={onClose}>
        <Text mb="sm">{t('shell.delete_worlds_question', { count })}</Text>
        <ul className={classes.doomed}>
          {doomed.map(row => (
            <li key={row.world_id} translate="no">
              {nameOfWorld({ world_id: row.world_id, label: row.label })}
            </li>
          ))}
        </ul>
        <div className={form.end}>
          <Action onClick={() => setIsAsking(false)}>{t('shell.choose_again')}</Action>
          <Button size="compact-sm" color="red" data-autofocus onClick={run}>
            {t('shell.delete_worlds', { count })}
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog title={t('shell.delete_several_title')} onClose={onClose}>
      <TextInput
        size="xs"
        mb={8}
        data-autofocus
        aria-label={t('shell.find_world')}
        placeholder={t('shell.find_world_of', { count: worlds.length })}
        value={search}
        onChange={event => setSearch(event.currentTarget.value)}
      />
      <div className={classes.choices}>
        <Action disabled={idle.length === 0} onClick={() => choose(idle)}>
          {t('shell.choose_idle', { count: idle.length })}
        </Action>
        <Action disabled={found.length === 0} onClick={() => choose(found)}>
          {t(found.length === worlds.length ? 'shell.choose_all' : 'shell.choose_found', { count: found.length })}
        </Action>
        <Action disabled={count === 0} onClick={() => choose([])}>
          {t('shell.choose_none')}
        </Action>
      </div>
      <fieldset className={classes.chosen} aria-label={t('shell.worlds')}>
        {found.map(({ world_id, label, last_answer_seconds: answered }) => (
          <Checkbox
            key={world_id}
            size="xs"
            checked={chosen.has(world_id)}
            label={
              <>
                <span translate="no">{nameOfWorld({ world_id, label })}</span>{' '}
                <span className="dim">
                  {world_id === current && `${t('shell.shown_now')} · `}
                  {answered == null
                    ? t('shell.no_request_yet')
                    : t('shell.last_request_ago', { time: durationText(Math.floor(answered) * 1_000) })}
                </span>
              </>
            }
            onChange={event => {
              const next = new Set(chosen)
              if (event.currentTarget.checked) next.add(world_id)
              else next.delete(world_id)
              setChosen(next)
            }}
          />
        ))}
      </fieldset>
      <div className={form.end}>
        <Action onClick={onClose}>{t('common.cancel')}</Action>
        <Action disabled={count === 0} onClick={() => setIsAsking(true)}>
          {t('shell.delete_worlds_next', { count })}
        </Action>
      </div>
    </Dialog>
  )
}

import { Button, PasswordInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import form from '../components/form.module.css'
import { signIn, useAccess } from '../data/access.ts'
import { LanguageSwitch } from './language-switch.tsx'
import classes from './sign-in.module.css'
import { ThemeSwitch } from './theme-switch.tsx'

/** In the place of everything else, when the emulator was started with `--token` and this tab does not have it. */
export function SignIn() {
  const { t } = useTranslation()
  const refused = useAccess() === 'refused'
  const [token, setToken] = useState('')
  const enter = useMutation({ mutationFn: signIn })
  const queryClient = useQueryClient()
  // What was read before is not shown to whoever comes next.
  useEffect(() => queryClient.clear(), [queryClient])
  useEffect(() => {
    document.title = `${t('access.title')} · Ringback`
  }, [t])
  return (
    <main className={classes.page}>
      <form
        className={`${classes.card} ${form.stack}`}
        onSubmit={event => {
          event.preventDefault()
          enter.mutate(token.trim())
        }}
      >
        <h1>{t('access.title')}</h1>
        <p className={classes.hint}>{t('access.hint')}</p>
        <PasswordInput
          autoFocus
          required
          label={t('access.token')}
          value={token}
          autoComplete="current-password"
          error={refused && !enter.isPending ? <span role="alert">{t('access.refused')}</span> : undefined}
          visibilityToggleButtonProps={{ 'aria-label': t('access.show') }}
          onChange={event => setToken(event.currentTarget.value)}
        />
        <div className={form.end}>
          <LanguageSwitch />
          <ThemeSwitch />
          <span className={classes.push} />
          <Button type="submit" size="compact-md" loading={enter.isPending}>
            {t('access.sign_in')}
          </Button>
        </div>
      </form>
    </main>
  )
}

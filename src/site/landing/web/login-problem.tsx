import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './login-form.module.css'

export interface Problem {
  /** The text of the snackbar. */
  title: string
  advice: string | null
  /** When the next attempt is allowed, by this page's clock. */
  waitsUntil: number | null
}

/** Why signing in failed: shown at the form, because the snackbar disappears after a few seconds. */
export function LoginProblem({ id, problem }: { id: string; problem: Problem }) {
  const { t } = useTranslation('landing')
  const { title, advice, waitsUntil } = problem
  const seconds = useSecondsUntil(waitsUntil)
  return (
    <div id={id} className={classes.problem} data-keep-clear>
      <strong>{title}</strong>
      {advice && <p>{advice}</p>}
      {waitsUntil !== null && (
        <p className={classes.wait}>{seconds > 0 ? t('wait.left', { count: seconds }) : t('wait.over')}</p>
      )}
    </div>
  )
}

function useSecondsUntil(moment: number | null) {
  const [now, setNow] = useState(Date.now)
  const left = moment === null ? 0 : Math.max(0, Math.ceil((moment - now) / 1000))
  useEffect(() => {
    setNow(Date.now())
    if (moment === null) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= moment) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [moment])
  return left
}

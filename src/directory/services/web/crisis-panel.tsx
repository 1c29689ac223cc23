import { Button } from '@mantine/core'
import { IconDoorExit, IconMessage, IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#platform/web/api.ts'
import { type CrisisHelp, type CrisisLine, linesFor, mentionsCrisis } from '../crisis.ts'
import classes from './crisis-panel.module.css'

const useCrisisHelp = () =>
  useQuery({
    queryKey: ['crisisHelp'],
    queryFn: ({ signal }) => api.get<CrisisHelp>('/api/crisisHelp', { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Hotlines above the results of a search that indicates a crisis. */
export function CrisisPanel({ text, near }: { text: string | undefined; near: string | undefined }) {
  const { t } = useTranslation('services')
  const { data: help } = useCrisisHelp()
  const isCrisis = help !== undefined && text !== undefined && mentionsCrisis(text, help)
  return (
    <div aria-live="polite">
      {isCrisis && (
        <section className={classes.panel} aria-labelledby="crisis-heading">
          <div className={classes.head}>
            <h2 id="crisis-heading">{t('crisis.title')}</h2>
            {/* Replaces this history entry, so that going back does not lead here again. */}
            <Button
              variant="default"
              leftSection={<IconDoorExit size={20} aria-hidden />}
              onClick={() => location.replace(help.leaveTo)}
            >
              {t('crisis.leave')}
            </Button>
          </div>
          <ul className={classes.lines}>
            {linesFor(help.lines, near).map((line) => (
              <Line key={line.call} line={line} />
            ))}
          </ul>
          <p className={classes.about}>{t('crisis.leaveHint')}</p>
        </section>
      )}
    </div>
  )
}

const dialed = (number: string) => (/^1-?\d{3}-?\d{3}-?\d{4}$/.test(number) ? '+' : '') + number.replaceAll('-', '')

function Line({ line }: { line: CrisisLine }) {
  const { t, i18n } = useTranslation('services')
  const language = i18n.language === 'es' ? 'es' : 'en'
  const name = line.name[language]
  return (
    <li>
      <a
        className={classes.call}
        href={`tel:${dialed(line.call)}`}
        aria-label={t('crisis.call', { name, number: line.call })}
      >
        <IconPhone size={22} aria-hidden /> {line.call}
      </a>
      <span>
        <strong>{name}</strong>
        <span className={classes.about}>{line.about[language]}</span>
        {line.text && (
          <a className={classes.text} href={`sms:${dialed(line.text)}`}>
            <IconMessage size={18} aria-hidden /> {t('crisis.text', { number: line.text })}
          </a>
        )}
      </span>
    </li>
  )
}

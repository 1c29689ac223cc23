import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { spanInWords } from '#platform/web/time-words.ts'
import { useMinute } from '#platform/web/use-minute.ts'
import classes from './waiting.module.css'
import { ticketsWaiting } from './waiting-calls.ts'

const list = '/support/helpDesk'
const WAITING = 'needsAnswer=true&sort=waiting&direction=asc'

/** What needs an answer, the reader's own tickets, unassigned ones, and the longest wait. */
export function Tiles() {
  const { t } = useTranslation('tickets')
  const { data, isPending, isError } = useQuery(ticketsWaiting)
  useMinute()
  if (isError && !data) return null
  const desk = data?.desk
  const count = (number: number | undefined) =>
    data && number !== undefined && number > data.most ? t('work.moreThan', { count: data.most }) : String(number ?? 0)
  const { oldest } = desk ?? {}
  const tiles = [
    { name: 'needsAnswer', to: `${list}?${WAITING}`, value: count(desk?.needsAnswer), isUrgent: desk?.needsAnswer },
    { name: 'mine', to: `${list}?assignee=me`, value: count(desk?.mine) },
    { name: 'unassigned', to: `${list}?assignee=none`, value: count(desk?.unassigned) },
    {
      name: 'oldest',
      to: oldest ? `${list}/${oldest.ticketNumber}` : `${list}?${WAITING}`,
      value: oldest?.needsAnswerSince ? spanInWords(oldest.needsAnswerSince, new Date().toISOString()) : '–',
      about: oldest?.ticketNumber,
    },
  ] as const
  return (
    <section aria-labelledby="desk-tiles">
      <h2 id="desk-tiles">{t('page.title')}</h2>
      <ul className={classes.tiles}>
        {tiles.map((tile) => (
          <li key={tile.name}>
            {isPending ? (
              <Skeleton height={92} radius="lg" />
            ) : (
              <Link
                to={tile.to}
                className={`${classes.tile} ${'isUrgent' in tile && tile.isUrgent ? classes.urgent : ''}`}
              >
                <strong>{tile.value}</strong>
                <span>{t(`waiting.tile.${tile.name}`)}</span>
                {'about' in tile && tile.about && <small>{tile.about}</small>}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

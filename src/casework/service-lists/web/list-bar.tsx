import { Button } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useRoomBelow } from '#ui/room-below.ts'
import { currentList } from './list-calls.ts'
import classes from './service-lists.module.css'

/** How many services are in the current list, and the way to it; nothing while there is none. */
export function ListBar() {
  const { data } = useQuery(currentList)
  const list = data?.list
  return list && list.services.length > 0 ? <Bar id={list.id} count={list.services.length} /> : null
}

function Bar({ id, count }: { id: string; count: number }) {
  const { t } = useTranslation('service-lists')
  const bar = useRef<HTMLElement>(null)
  useRoomBelow(bar)
  return (
    <aside ref={bar} className={classes.bar} aria-label={t('list.title')}>
      <span role="status">{t('collect.count', { count })}</span>
      <Button component={Link} to={`/lists/${id}`} leftSection={<IconListCheck size={20} aria-hidden />}>
        {t('collect.open')}
      </Button>
    </aside>
  )
}

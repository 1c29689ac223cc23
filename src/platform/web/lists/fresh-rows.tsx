import { Button } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './lists.module.css'
import type { LiveList } from './use-live-list.ts'

/** Rows that appeared or disappeared while the reader was in the middle of the list. */
export function FreshRows({
  live: { fresh, gone, showAll },
  words,
}: {
  live: Pick<LiveList, 'fresh' | 'gone' | 'showAll'>
  /** how many new rows there are */
  words: (count: number) => string
}) {
  const { t } = useTranslation('platform')
  return (
    <div role="status" className={classes.waiting}>
      {fresh + gone > 0 && (
        <Button radius="xl" leftSection={<IconArrowUp size={18} aria-hidden />} onClick={showAll}>
          {fresh > 0 ? words(fresh) : t('lists.changed')}
        </Button>
      )}
    </div>
  )
}

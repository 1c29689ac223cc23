import { Button, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { peopleText, ReferralStatusChip } from '#casework/referrals/web/referral-words-public.ts'
import { NotLoaded } from '#platform/web/not-loaded.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { usePhone } from '#ui/use-phone.ts'
import { referralsById } from './referral-list-calls.ts'
import classes from './referral-lists.module.css'
import type { Results } from './use-bulk.ts'
import type { ReferralFilters } from './use-referral-filters.ts'

/** Which referrals could not be changed and why, each with a link to it as it is now. */
export function FailedDialog({
  failed,
  direction,
  onClose,
}: {
  failed: Results
  direction: ReferralFilters['direction']
  onClose: () => void
}) {
  const { t } = useTranslation(['referral-lists', 'referrals', 'needs'])
  const { data, isPending, isError, refetch } = useQuery(
    referralsById(
      direction,
      failed.map(({ id }) => id),
    ),
  )
  const now = new Map(data?.map((row) => [row.id, row]))
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('failed', { count: failed.length })}
      fullScreen={usePhone()}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {isPending && <Skeleton height={120} radius="md" aria-label={t('referrals:loading')} />}
      {!data && isError && <NotLoaded onRetry={refetch} />}
      {data && (
        <ul className={classes.failed}>
          {failed.map(({ id, outcome }) => {
            const row = now.get(id)
            return (
              <li key={id}>
                {row ? (
                  <>
                    <Link to={`/referrals/${id}`}>
                      {peopleText(t, row)} · {row.serviceName ?? t(`needs:${row.need}`)}
                    </Link>{' '}
                    <ReferralStatusChip status={row.status} />
                  </>
                ) : (
                  <span>{t('unseen')}</span>
                )}
                <p>{t(`because.${outcome}`)}</p>
              </li>
            )
          })}
        </ul>
      )}
      <Group justify="flex-end" mt="md">
        <Button onClick={onClose}>{t('close')}</Button>
      </Group>
    </Dialog>
  )
}

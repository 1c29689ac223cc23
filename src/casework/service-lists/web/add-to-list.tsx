import { Button } from '@mantine/core'
import { IconPlaylistAdd, IconPlaylistX } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { addToList, currentList, removeFromList } from './list-calls.ts'

/** Adds a service to the reader's list, or removes it. */
export function AddToList({ service }: { service: { id: string; name: string } }) {
  const { t } = useTranslation(['service-lists', 'platform'])
  const { data } = useQuery(currentList)
  const list = data?.list
  const isIn = list?.services.some(({ serviceId }) => serviceId === service.id) ?? false
  const toggle = useMutation({
    mutationFn: () => (list && isIn ? removeFromList(list.id, service.id) : addToList(service.id)),
    onError: (error) => {
      const isFull = error instanceof ApiError && error.code === 'list-full'
      if (isFull || !isIn) notify(t(isFull ? 'collect.full' : 'platform:notice.wentWrong'), 'bad')
    },
  })
  return (
    <Button
      variant={isIn ? 'light' : 'default'}
      leftSection={isIn ? <IconPlaylistX size={18} aria-hidden /> : <IconPlaylistAdd size={18} aria-hidden />}
      loading={toggle.isPending}
      onClick={() => toggle.mutate()}
      aria-label={t(isIn ? 'collect.removeNamed' : 'collect.addNamed', { service: service.name })}
    >
      {t(isIn ? 'collect.remove' : 'collect.add')}
    </Button>
  )
}

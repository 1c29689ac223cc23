import { Button, Group, Stack } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#ui/dialog.tsx'
import type { ImportRun } from '../import-run.ts'
import { nightlyList, oneImport, undoImport } from './import-calls.ts'
import { useRefusal } from './use-refusal.ts'

/** Asks first, then undoes an import. */
export function UndoButton({ run }: { run: Pick<ImportRun, 'id' | 'sourceName' | 'address'> }) {
  const { id, sourceName, address } = run
  const { t } = useTranslation(['imports', 'platform'])
  const client = useQueryClient()
  const refused = useRefusal()
  const [isAsking, setAsking] = useState(false)
  const nightly = useQuery({ ...nightlyList, enabled: address !== null })
  const isNightly = nightly.data?.some((source) => source.sourceName === sourceName && source.address === address)
  const undo = useMutation({
    mutationFn: () => undoImport(id),
    onSuccess: (now) => {
      setAsking(false)
      client.setQueryData(oneImport(id).queryKey, now)
      return client.invalidateQueries({ queryKey: nightlyList.queryKey })
    },
    onError: (error) => {
      setAsking(false)
      return refused(error)
    },
  })
  return (
    <>
      <div>
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={20} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          {t('run.undo')}
        </Button>
      </div>
      {isAsking && (
        <Dialog
          opened
          onClose={() => setAsking(false)}
          title={t('run.undoTitle')}
          closeButtonProps={{ 'aria-label': t('platform:form.close') }}
        >
          <Stack gap="md">
            <p>{t('run.undoText')}</p>
            {isNightly && <p>{t('run.undoNightly')}</p>}
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setAsking(false)} disabled={undo.isPending}>
                {t('platform:form.cancel')}
              </Button>
              <Button loading={undo.isPending} onClick={() => undo.mutate()}>
                {t('run.undoSubmit')}
              </Button>
            </Group>
          </Stack>
        </Dialog>
      )}
    </>
  )
}

import { Button, Group, Menu, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { IntakeForm } from '#casework/intake-forms/intake-form.ts'
import { newerVersion } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { Dialog } from '#ui/dialog.tsx'
import { CorrectDialog } from './correct-dialog.tsx'
import { archiveForm, discardDraft, getForm, questionnaireAddress, restoreForm } from './form-calls.ts'
import type { Draft, DraftState } from './use-form-draft.ts'

/** What else can be done with a form. */
export function FormMenu({ draft, state }: { draft: Draft; state: DraftState }) {
  const { t } = useTranslation(['form-editor', 'platform'])
  const navigate = useNavigate()
  const { form } = state
  const [opened, setOpened] = useState<'correct' | 'discard' | null>(null)
  const failed = () => notify(t('platform:notice.wentWrong'), 'bad')
  const toggle = async () => {
    try {
      draft.note(await (form.archivedOn ? restoreForm(form.id) : archiveForm(form.id)))
      notify(t(form.archivedOn ? 'menu.restored' : 'menu.archived'))
    } catch {
      failed()
    }
  }
  const discard = async () => {
    try {
      await draft.save()
      const { conflict, form: now } = draft.read()
      setOpened(null)
      if (conflict) return
      if (now.draft) await discardDraft(form.id, now.draft.revision)
      notify(t('menu.discarded'))
      if (form.published) draft.reset(await getForm(form.id, new AbortController().signal))
      else await navigate('/admin/intakeForms')
    } catch (error) {
      const newer = newerVersion<IntakeForm>(error)
      if (newer) draft.meet(newer)
      else failed()
    }
  }
  return (
    <>
      <Menu withinPortal={false} position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={18} aria-hidden />}>
            {t('menu.more')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {form.published && <Menu.Item onClick={() => setOpened('correct')}>{t('menu.correct')}</Menu.Item>}
          <Menu.Item component="a" href={questionnaireAddress(form.id)} download={`${form.id}.json`}>
            {t('menu.export')}
          </Menu.Item>
          {form.draft && <Menu.Item onClick={() => setOpened('discard')}>{t('menu.discard')}</Menu.Item>}
          {form.published && (
            <Menu.Item onClick={() => void toggle()}>{t(form.archivedOn ? 'menu.restore' : 'menu.archive')}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {opened === 'correct' && form.published && (
        <CorrectDialog
          form={form}
          published={form.published}
          onSaved={(next) => draft.note(next)}
          onClose={() => setOpened(null)}
        />
      )}
      {opened === 'discard' && (
        <Dialog
          opened
          onClose={() => setOpened(null)}
          title={t('menu.discardTitle')}
          closeButtonProps={{ 'aria-label': t('platform:form.close') }}
        >
          <Text mb="md">{t(form.published ? 'menu.discardText' : 'menu.discardAll')}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setOpened(null)} data-autofocus>
              {t('platform:form.cancel')}
            </Button>
            <Button color="red" onClick={() => void discard()}>
              {t('menu.discard')}
            </Button>
          </Group>
        </Dialog>
      )}
    </>
  )
}

import type { WebFeature } from '#platform/web/feature.ts'
import { screen } from '#platform/web/screen.tsx'

export const formEditorWeb: WebFeature = {
  name: 'form-editor',
  loadNavigation: async () => (await import('./form-editor-navigation.ts')).formEditorNavigation,
  inside: [
    screen('admin/intakeForms', {
      texts: ['form-editor'],
      title: 'form-editor:list.title',
      load: () => import('./forms-page.tsx'),
    }),
    screen('admin/intakeForms/:formId', {
      texts: ['form-editor', 'intake-forms', 'needs'],
      title: 'form-editor:form.title',
      load: () => import('./form-page.tsx'),
    }),
  ],
}

import type { NewCannedAnswer } from '../canned-answer.ts'

/** The address of the agent who wrote them. */
export const answerAuthor = 'support@demo.hearthline.test'

/** Common answers of the demo community's support team. */
export const demoAnswers: NewCannedAnswer[] = [
  {
    titleEn: 'Ask for a picture',
    textEn:
      'Hello {{firstName}},\n\ncould you add a picture of the whole screen as you see it? Please cover names of people first.\n\n{{agentName}}',
    titleEs: 'Pedir una imagen',
    textEs:
      'Hola, {{firstName}}:\n\n¿podría agregar una imagen de toda la pantalla tal como la ve? Por favor, tape antes los nombres de personas.\n\n{{agentName}}',
  },
  {
    titleEn: 'It is mended',
    textEn:
      'Hello {{firstName}},\n\nwhat you told us in {{ticketNumber}} is mended. Please load the page again, and tell us if anything is still wrong.\n\n{{agentName}}',
    titleEs: 'Ya está arreglado',
    textEs:
      'Hola, {{firstName}}:\n\nlo que nos contó en {{ticketNumber}} ya está arreglado. Por favor, vuelva a cargar la página y avísenos si algo sigue mal.\n\n{{agentName}}',
  },
]

/** The libraries of the page are evaluated in a task of their own; what is imported after this file follows in the next task. */
import 'react-dom/client'
import { nextTask } from '../../ui/loading/next-task.ts'

await nextTask()

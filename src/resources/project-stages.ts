import { closeTypes, milestones, stageCategories } from './vocabulary/choices.ts';
import { choice, count, fraction, text } from './fields.ts';
import type { Resource } from './resource.ts';
import { entryKeyField } from './shared-fields.ts';

export const projectStages = {
  singular: 'project_stage',
  plural: 'project_stages',
  kept: 'directory',
  adminOnly: true,
  order: ['position', 'name'],
  embedded: ['name', 'category'],
  fields: {
    name: text({
      required: true,
      unique: true,
      keyed: true,
      folded: true,
      description: 'The name of the stage. No two stages share it, without regard to case.',
    }),
    key: entryKeyField,
    category: choice(stageCategories, {
      filled: true,
      description:
        'Whether the projects of the stage are open, won or lost. The default is ' +
        '`open`. It cannot change while projects are in the stage.',
    }),
    position: count({
      filled: true,
      description: 'The place of the stage in the pipeline, in ascending order. The default is the last place.',
    }),
    default_probability: fraction({
      description:
        'The `probability` that a project gets when it enters the stage, 0 to 1. `null`: the project keeps its own.',
    }),
    close_type: choice(closeTypes, {
      description:
        'How projects close when they enter this stage. Only a stage of the category `lost` may have one, and never ' +
        '`won`; `null` there means `lost`.',
    }),
    milestone: choice(milestones, {
      unlisted: true,
      description:
        'The step that a pursuit has reached in this stage: `submitted`, the bid is with the client; `committed`, the ' +
        'job is awarded but not signed. Only an open stage may have one. A project that enters a stage with a milestone ' +
        'gets its `submitted_at`. Answers show it with `include=milestone`.',
    }),
    stale_after_days: count({
      unlisted: true,
      description:
        'The `stage_age` from which a project counts as stale in this stage; `null`: never. Answers show it with ' +
        '`include=stale_after_days`.',
    }),
  },
} as const satisfies Resource;

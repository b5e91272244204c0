// The README's conversation with the client that was generated from the OpenAPI document.

import { AuthApi, Configuration, ProblemFromJSON, ResponseError, RoomhubApi } from "./index";

declare const process: { argv: string[] };

async function main(site: string, email: string, password: string): Promise<void> {
  const signedIn = await new AuthApi(new Configuration({ basePath: site }))
    .authSessionSignIn({ authSignIn: { email, password } });
  const rooms = new RoomhubApi(new Configuration({ basePath: site, accessToken: signedIn.token }));
  const room = await rooms.roomhubRoomGet();
  console.log(room.dormName, room.number);
  const write = { idempotencyKey: "milk-typescript", roomhubAddTask: { title: "Buy oat milk" } };
  const milk = await rooms.roomhubTaskAdd(write);
  const again = await rooms.roomhubTaskAdd(write);
  console.log(milk.task.id === again.task.id ? "the same task" : "another task");
  try {
    await rooms.roomhubTaskAdd({ roomhubAddTask: { title: " " } });
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error;
    const problem = ProblemFromJSON(await error.response.json());
    console.log(problem.code, JSON.stringify(problem.errors?.map(({ field }) => field)));
  }
  const page = await rooms.roomhubTaskList({ limit: 100 });
  console.log(JSON.stringify(page.items.map(({ title }) => title)));
}

const [site, email, password] = process.argv.slice(2);
main(site ?? "", email ?? "", password ?? "");

package fleet

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/fleet"
	"github.com/outflank/outflank/engine/runtime/text"
)

func workCommand(a *cli.App) *cobra.Command {
	var link cli.FleetLink
	var w fleet.Worker
	var nice int
	c := &cobra.Command{
		Use:   "work",
		Short: "Run a fleet's jobs on this machine",
		Long: `Work joins a fleet and runs jobs until interrupted. The first Ctrl-C lets running jobs finish. The
second drops them; other workers take over after a few seconds. A worker runs only jobs of commands
with the same program file; outflank fleet status names workers with a different one.

Files that jobs need are fetched once each, by content hash, into a folder in --dir, up to --max-bytes,
and removed when the worker ends. Jobs cannot name files on this machine. They can start programs, as
the agents gtp and nboard do, only with --allow-engines: any client that can send jobs can then run
any command here.`,
		Example: `  outflank fleet work --join nats://127.0.0.1:4222
  OUTFLANK_FLEET_TOKEN=… outflank fleet work --join tls://queue.example.org:4222 --threads 8 --nice 10
  outflank fleet work --join nats://10.0.0.1:4222 --token-file workers --allow-engines`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if link.URL == "" {
				return fault.Misusef("--join is missing: want the address of the fleet's server")
			}
			if w.MaxFiles < 1 {
				return fault.Misusef("--max-bytes %d: want 1 or more", w.MaxFiles)
			}
			if err := setNice(nice); err != nil {
				return err
			}
			return work(c.Context(), a, &link, w)
		},
	}
	f := c.Flags()
	link.AddFlags(f, "join", "", "address of the fleet's server")
	f.Var((*cli.WorkersFlag)(&w.Threads), "threads", "concurrent jobs; 0 = one per processor")
	f.IntVar(&nice, "nice", 0, "lower the CPU priority: 1 to 19 (lowest)")
	f.BoolVar(&w.Programs, "allow-engines", false, "also accept jobs that start programs")
	f.StringVar(&w.Dir, "dir", "", "folder for job files; default: one in the user's cache")
	f.Int64Var(&w.MaxFiles, "max-bytes", fleet.DefaultMaxFiles,
		"size limit of job files; files in use stay")
	return c
}

// work does jobs until ctx is done.
func work(ctx context.Context, a *cli.App, link *cli.FleetLink, w fleet.Worker) (err error) {
	if w.Threads == 0 {
		w.Threads = runtime.NumCPU()
	}
	if w.Build, err = cli.Build(); err != nil {
		return err
	}
	host, err := os.Hostname()
	if err != nil {
		host = "worker"
	}
	w.Name = fmt.Sprintf("%s-%d-%.6s", host, os.Getpid(), rand.Text())
	w.Kinds = Kinds(w.Programs, a.Jobs)
	client, err := link.Dial(ctx, a, cli.Forever)
	if err != nil {
		return err
	}
	defer client.Close()
	own, end, err := ownFolder(w.Dir)
	if err != nil {
		return err
	}
	defer end()
	w.Dir = own
	if err := useForTemporary(own); err != nil {
		return err
	}
	fmt.Fprintf(a.Err, "worker %s has joined %s: %s, build %s\n", w.Name, link.URL,
		text.Plural(w.Threads, "thread"), w.Build)
	context.AfterFunc(ctx, func() {
		fmt.Fprintln(a.Err, "finishing running jobs; press Ctrl-C again to drop them")
	})
	watching, stop := context.WithCancel(ctx)
	defer stop()
	go watch(watching, a, client)
	return count(a, w.Work(ctx, client))
}

// watch reports on standard error when the connection to the server breaks and when it is restored.
func watch(ctx context.Context, a *cli.App, client *fleet.Client) {
	for was := true; ctx.Err() == nil; {
		if is := client.Connected(); is != was {
			if was = is; is {
				fmt.Fprintln(a.Err, "connected to the fleet's server again")
			} else {
				fmt.Fprintln(a.Err, "waiting: the fleet's server does not answer")
			}
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}

// countEvery is the interval between lines about the progress.
const countEvery = 10 * time.Second

// count prints on standard error each failed job of a worker and, every few seconds, the number of jobs done
// and their rate.
func count(a *cli.App, events iter.Seq2[fleet.Event, error]) error {
	done, before, begin, last := 0, 0, time.Now(), time.Now()
	defer func() {
		fmt.Fprintf(a.Err, "%s in %v\n", text.Plural(done, "job"), time.Since(begin).Round(time.Second))
	}()
	for e, err := range events {
		if err != nil {
			return err
		}
		if e.Err != nil {
			fmt.Fprintf(a.Err, "job %s of kind %q: %v\n", e.Job, e.Kind, e.Err)
			continue
		}
		if done += e.Jobs; a.Progress != nil {
			a.Progress("working", done)
		}
		if now := time.Now(); now.Sub(last) >= countEvery {
			fmt.Fprintf(a.Err, "%s, %.1f jobs/s\n", text.Plural(done, "job"),
				float64(done-before)/now.Sub(last).Seconds())
			before, last = done, now
		}
	}
	return nil
}

// A worker has its own folder in the folder of --dir, for the files and the temporary files of jobs. It
// removes the folder when it ends. A new worker removes the folders of killed workers.

// ownPrefix is the prefix of the names of such folders.
const ownPrefix = "worker-"

// settle is the maximum time until a new folder is locked.
const settle = time.Minute

// ownFolder creates the folder of a worker in dir, by default in the user's cache. The function end removes
// the folder.
func ownFolder(dir string) (own string, end func(), err error) {
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return "", nil, fault.Misusef("no user cache folder; set --dir to a folder for job files: %w", err)
		}
		dir = filepath.Join(cache, "outflank", "fleet")
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", nil, err
	}
	sweep(dir, time.Now())
	if own, err = os.MkdirTemp(dir, ownPrefix); err != nil {
		return "", nil, err
	}
	unlock, err := durable.LockDir(own)
	if err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(own))
	}
	return own, func() { unlock(); _ = os.RemoveAll(own) }, nil // another worker sweeps what remains
}

// sweep removes the folders of workers that were killed.
func sweep(dir string, now time.Time) {
	list, _ := filepath.Glob(filepath.Join(dir, ownPrefix+"*"))
	for _, path := range list {
		info, err := os.Stat(path)
		if err != nil || now.Sub(info.ModTime()) < settle {
			continue
		}
		if unlock, err := durable.LockDir(path); err == nil {
			unlock()
			_ = os.RemoveAll(path) // if this fails, the folder stays
		}
	}
}

// useForTemporary makes this process, and the programs that it starts, put temporary files in a folder.
func useForTemporary(dir string) error {
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		if err := os.Setenv(name, dir); err != nil {
			return err
		}
	}
	return nil
}
